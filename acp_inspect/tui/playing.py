"""The clock of a playback: which moment of a recording is shown when. Ours, not the connection's."""

from __future__ import annotations

from typing import Final

SPEEDS: Final = (1, 2, 5, 10, 20, 50, 100)
"""How many times as fast as it happened."""


class Playing:
    """Runs from a moment of the recording on. Times of the recording in nanoseconds, ours in seconds."""

    def __init__(self) -> None:
        self.speed: int = SPEEDS[0]
        self.seq = 0
        """The event that was shown last."""
        self._at = 0
        self._since: float | None = None

    @property
    def is_running(self) -> bool:
        """Whether it plays."""
        return self._since is not None

    def start(self, seq: int, at: int, now: float) -> None:
        """Play from an event and its time on."""
        self.seq, self._at, self._since = seq, at, now

    def stop(self) -> None:
        """Play no more."""
        self._since = None

    def at(self, now: float) -> int:
        """The moment of the recording that is played now."""
        return self._at + (round((now - self._since) * self.speed * 1e9) if self._since is not None else 0)

    def change_speed(self, by: int, now: float) -> bool:
        """One step faster or slower, from this moment on. False = there is no such step."""
        place = SPEEDS.index(self.speed) + by
        if not 0 <= place < len(SPEEDS):
            return False
        if self._since is not None:
            self._at, self._since = self.at(now), now
        self.speed = SPEEDS[place]
        return True
