"""A line of input at the bottom for one question at a time: where to go, what to find."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input, Static

from acp_inspect.tui.keys import key


class Prompt(Horizontal):
    """Hidden until asked; says what was typed, step by step and at the end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Close", tooltip="Close the prompt and go back to where you were"),
        key("up", "recall(-1)", "Earlier", "What was typed here before; without that, close the prompt"),
        key("down", "recall(1)", "Later", "What was typed here after that; without that, close the prompt"),
    ]

    DEFAULT_CSS = """
    Prompt {
        height: 1;
        display: none;
        background: $surface;
        &.-open { display: block; }
        & > #prompt-label { width: auto; padding: 0 1; color: $primary; text-style: bold; }
        & > #prompt-note { width: auto; max-width: 60%; padding: 0 1; color: $foreground; text-wrap: nowrap; }
        & > Input { width: 1fr; background: $surface; padding: 0; }
    }
    """

    label = getters.query_one("#prompt-label", Static)
    note = getters.query_one("#prompt-note", Static)
    field = getters.query_one(Input)

    class Changed(Message):
        """The text is another one."""

        def __init__(self, topic: str, text: str) -> None:
            super().__init__()
            self.topic = topic
            self.text = text

    class Submitted(Message):
        """The text is complete."""

        def __init__(self, topic: str, text: str) -> None:
            super().__init__()
            self.topic = topic
            self.text = text

    class Dismissed(Message):
        """Nothing is asked any more."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.topic = ""
        self._history: Sequence[str] = ()
        self._recalled = 0

    def compose(self) -> ComposeResult:
        """Label, field, and what there is to say about it."""
        yield Static(id="prompt-label", markup=False)
        yield Input(compact=True)
        yield Static(id="prompt-note", markup=False)

    def ask(
        self,
        topic: str,
        label: str,
        hint: str,
        text: str = "",
        *,
        suggester: Suggester | None = None,
        history: Sequence[str] = (),
    ) -> None:
        """Open for a question; `topic` comes back with the answer. `history`: earlier answers, the newest last."""
        self.topic = topic
        self.field.suggester = suggester
        self._history = tuple(history)
        self._recalled = len(self._history)
        self.label.update(label)
        self.say("")
        self.field.placeholder = hint
        with self.prevent(Input.Changed):
            self.field.value = text
        self.add_class("-open")
        self.field.focus()
        self.field.select_all()

    def say(self, note: str) -> None:
        """A word beside the field."""
        self.note.update(note)

    @property
    def is_open(self) -> bool:
        """Whether something is asked."""
        return self.has_class("-open")

    def close(self) -> None:
        """Ask nothing any more."""
        if self.is_open:
            self.remove_class("-open")
            self.post_message(self.Dismissed())

    def action_dismiss(self) -> None:
        """Escape."""
        self.close()

    def action_recall(self, by: int) -> None:
        """An earlier answer, or a later one."""
        if not self._history:
            self.close()
            return
        self._recalled = max(0, min(self._recalled + by, len(self._history)))
        self.field.value = self._history[self._recalled] if self._recalled < len(self._history) else ""
        self.field.cursor_position = len(self.field.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Pass on what is typed."""
        event.stop()
        self.post_message(self.Changed(self.topic, event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Pass on what was typed."""
        event.stop()
        self.post_message(self.Submitted(self.topic, event.value))

    def on_click(self, event: events.Click) -> None:
        """A click anywhere on the line means its field."""
        self.field.focus()
