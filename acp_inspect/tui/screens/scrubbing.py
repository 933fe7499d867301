"""Moving through a recording in steps that mean something, and playing it."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar, Final

from textual import getters
from textual.binding import BindingType
from textual.timer import Timer
from textual.widgets import Static

from acp_inspect.tui import messages
from acp_inspect.tui.keys import key
from acp_inspect.tui.playing import Playing
from acp_inspect.tui.screens.panes import PaneScreen
from acp_inspect.tui.source import Source
from acp_inspect.views.units import clock

_TICK: Final = 0.05


def _to(what: str) -> str:
    return f"seek('{what}', True)"


def _back(what: str) -> str:
    return f"seek('{what}', False)"


class ScrubbingScreen(PaneScreen):
    """Needs a `#playing` line and a `Source` beside what its base needs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("shift+right", _to("message"), "Next message", "To the next message; a run of chunks is one"),
        key("shift+left", _back("message"), "Previous message", "To the message before; a run of chunks is one"),
        key("right_square_bracket", _to("finding"), "Next finding", "To the next event with a finding", "]"),
        key("left_square_bracket", _back("finding"), "Previous finding", "To the event before with a finding", "["),
        key("right_curly_bracket", _to("turn"), "Next turn", "To the next prompt", "}"),
        key("left_curly_bracket", _back("turn"), "Previous turn", "To the prompt before", "{"),
        key("p", "play", "Play", "Play from here at the recorded pace, or pause"),
        key("greater_than_sign", "speed(1)", "Faster", "Play faster, up to 100 times as fast as it happened", ">"),
        key("less_than_sign", "speed(-1)", "Slower", "Play slower, down to as fast as it happened", "<"),
    ]

    playing_line = getters.query_one("#playing", Static)
    _source: Source

    _playing: Playing
    _ticks: Timer | None

    def on_mount(self) -> None:
        """Textual calls this one and those of the subclasses."""
        self._playing = Playing()
        self._ticks = None

    def action_seek(self, what: str, forward: bool) -> None:
        """To the next or the previous one of its kind."""
        here = self.timeline.cursor + 1
        if what == "message":
            run = self.timeline.fold.run_of(here)
            here = run.last if forward else run.first if here == run.first else run.first + 1
        self._source.want_seek(what, here, forward)

    def on_sought(self, event: messages.Sought) -> None:
        """Where it is; of a run of chunks, its beginning."""
        if event.seq is None:
            where = "after" if event.forward else "before"
            self.notify(f"There is no {event.what} {where} this event.", timeout=2)
            return
        seq = event.seq
        if event.what == "message" and not event.forward:
            seq = self.timeline.fold.run_of(seq).first
        self.timeline.cursor = seq - 1

    def action_play(self) -> None:
        """Play from the cursor on, or pause."""
        if self._playing.is_running:
            self._pause()
            return
        row = self.timeline.row
        if row is None:
            return
        if row.at < 0:
            self.notify("This event has no time, so nothing can be played from here.", title="Play", severity="warning")
            return
        self._playing.start(row.seq, row.at, monotonic())
        self._ticks = self.set_interval(_TICK, self._tick)
        self._say_playing()

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        if self._playing.change_speed(by, monotonic()) and not self._playing.is_running:
            self.notify(f"Playback runs ×{self._playing.speed}.", timeout=2)

    def on_played(self, event: messages.Played) -> None:
        """The event of the moment that is played."""
        if not self._playing.is_running or self.timeline.cursor + 1 != self._playing.seq:
            return
        if event.seq > self._playing.seq:
            self._playing.seq = event.seq
            self.timeline.cursor = event.seq - 1
        if event.seq >= self.timeline.count:
            self._pause()

    def _tick(self) -> None:
        if self.timeline.cursor + 1 != self._playing.seq:
            # Whoever moves the cursor wants to look at something.
            self._pause()
            return
        self._source.want_played(self._playing.at(monotonic()))
        self._say_playing()

    def _say_playing(self) -> None:
        self.playing_line.update(
            f"▶ ×{self._playing.speed}  {clock(self._playing.at(monotonic()))} s   played by acp-inspect at the"
            " recorded pace; nothing is sent   p pause   < > speed"
        )
        self.add_class("-playing")

    def _pause(self) -> None:
        self._playing.stop()
        if self._ticks is not None:
            self._ticks.stop()
            self._ticks = None
        self.remove_class("-playing")
