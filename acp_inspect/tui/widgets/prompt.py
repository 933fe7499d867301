"""A line of input at the bottom for one question at a time: where to go, what to find."""

from __future__ import annotations

from typing import ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static


class Prompt(Horizontal):
    """Hidden until asked; says what was typed, step by step and at the end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,down,up", "dismiss", "Close", tooltip="Close the prompt and go back to where you were"),
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

    def compose(self) -> ComposeResult:
        """Label, field, and what there is to say about it."""
        yield Static(id="prompt-label", markup=False)
        yield Input(compact=True)
        yield Static(id="prompt-note", markup=False)

    def ask(self, topic: str, label: str, hint: str, text: str = "") -> None:
        """Open for a question; `topic` comes back with the answer."""
        self.topic = topic
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
