"""Finds the state at the cursor, in a thread of its own with a connection of its own; the screen never waits.

The first pass over the recording is made in the background, in pieces small enough that the screen keeps its turn. What
is wanted meanwhile goes first: a moment that has been passed is there at once, one that has not is read up to.
"""

from __future__ import annotations

import gc
from pathlib import Path
from threading import Condition
from time import monotonic
from typing import Final, NamedTuple

from acp_inspect.errors import AcpInspectError
from acp_inspect.store.moments import Moments
from acp_inspect.store.reader import Recording
from acp_inspect.tui.messages import MomentAwaited, MomentRead, Trouble
from acp_inspect.tui.reading import Post
from acp_inspect.views.moment import Teller
from acp_inspect.views.state import Moment
from acp_inspect.views.timeline import session_letters

_PIECE: Final = 250
"""Events of the first pass that are read without looking up."""
_BREATH: Final = 0.002
"""Seconds between two pieces in which the screen has the interpreter to itself."""
_TELL_EVERY: Final = 0.1
_LOOK_EVERY: Final = 0.25
_FREEZE: Final = 5_000
"""After so many events of the first pass, what is held is no longer looked through for garbage."""


class Wish(NamedTuple):
    """What somebody wants to see."""

    seq: int
    """The moment after this event."""
    tab: str
    session: str | None
    """None = the one that the event is about, or else the one shown last."""


class MomentSource:
    """Answers the newest wish. Every method but `run` returns at once and may be called from any thread."""

    def __init__(self, path: Path, post: Post) -> None:
        self.path = path
        self._post = post
        self._wake = Condition()
        self._wish: Wish | None = None
        self._stopped = False
        self._session: str | None = None
        self._letters: dict[str, str] = {}
        self._teller = Teller()
        self._told_at = float("-inf")
        self._frozen = 0

    def want(self, wish: Wish) -> None:
        """Show this, instead of what was wanted before."""
        with self._wake:
            self._wish = wish
            self._wake.notify()

    def stop(self) -> None:
        """Close the recording and let `run` return."""
        with self._wake:
            self._stopped = True
            self._wake.notify()

    def run(self) -> None:
        """The thread."""
        try:
            with Recording.open(self.path) as recording:
                moments = Moments(recording)
                complete = False
                while (wish := self._next(complete)) is not _END:
                    if wish is not None:
                        self._answer(recording, moments, wish)
                        complete = False
                    else:
                        complete = moments.extend(_PIECE) < _PIECE
                        self._spare(len(moments), complete)
        except (AcpInspectError, IndexError) as error:
            self._post(Trouble(f"The state cannot be shown: {error}"))

    def _spare(self, read: int, complete: bool) -> None:
        """Take the moments out of the garbage collector's sight, which would stop the screen to look through them."""
        if read - self._frozen >= _FREEZE // (5 if complete else 1):
            self._frozen = read
            gc.freeze()

    def _next(self, complete: bool) -> Wish | None:
        """The newest wish; None = nothing is wanted, so the first pass may go on; `_END` = stopped."""
        with self._wake:
            self._wake.wait_for(lambda: self._stopped or self._wish is not None, _LOOK_EVERY if complete else _BREATH)
            if self._stopped:
                return _END
            wish, self._wish = self._wish, None
            return wish

    def _answer(self, recording: Recording, moments: Moments, wish: Wish) -> None:
        if len(moments) < wish.seq and not self._read_up_to(moments, wish):
            return
        row = recording.event(wish.seq)
        if row is None or wish.seq > len(moments):
            return
        before, after = moments.at(wish.seq - 1), moments.at(wish.seq)
        sessions = after.held.sessions
        chosen = wish.session or row.session
        if chosen is None and row.answers is not None and (request := recording.event(row.answers)) is not None:
            chosen = request.session
        if chosen not in sessions:
            chosen = self._session if self._session in sessions else next(iter(sorted(sessions)), None)
        self._session = chosen
        if any(session not in self._letters for session in sessions):
            self._letters = session_letters([*(known.session for known in recording.sessions()), *sorted(sessions)])
        moment = Moment(wish.seq, recording.count(), row.at)
        self._post(MomentRead(self._teller.tell(before, after, moment, wish.tab, chosen, self._letters)))

    def _read_up_to(self, moments: Moments, wish: Wish) -> bool:
        """Go on with the first pass until it has come to the wish. False = something else is wanted by now."""
        while (left := wish.seq - len(moments)) > 0:
            if moments.extend(min(_PIECE, left)) == 0:
                return False
            if monotonic() - self._told_at >= _TELL_EVERY:
                self._told_at = monotonic()
                self._post(MomentAwaited(len(moments), wish.seq))
            with self._wake:
                if self._wake.wait_for(lambda: self._stopped or self._wish is not None, _BREATH):
                    return False
        return True


_END: Final = Wish(-1, "", None)
