"""What the sample Client says to an agent, the same in both protocol versions, and what it waits for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from acp_inspect.demo.connection import Asked, Connection, Reply
from acp_inspect.demo.editor import Editor
from acp_inspect.version import VERSION
from acp_inspect.wire.json_text import Json

_PATIENCE_SECONDS = 60.0


class Talk:
    """The Client's side of one connection, in protocol version `version`."""

    def __init__(self, connection: Connection, editor: Editor, folder: Path, version: int, *, notices: bool) -> None:
        self._connection = connection
        self._editor = editor
        self._folder = str(folder)
        self._notices = notices
        self._news = threading.Condition()
        self._heard: list[tuple[str, Json]] = []
        self.version = version

    def requested(self, method: str, params: Json, reply: Reply) -> None:
        """Let the editor answer the Agent."""
        self._editor.requested(method, params, reply)

    def notified(self, method: str, params: Json) -> None:
        """Hear what the Agent tells."""
        match method:
            case "session/update":
                with self._news:
                    self._heard.append((params["sessionId"], params["update"]))
                    self._news.notify_all()
            case "$/cancel_request":
                self._editor.withdraw()

    def initialize(self) -> None:
        """Agree on the version and say what we can do. Raises ConnectionError if the agent speaks another version."""
        info = {"name": "sample-client", "title": "Sample Client", "version": VERSION}
        if self.version == 1:
            capabilities: Json = {"fs": {"readTextFile": True, "writeTextFile": True}, "terminal": True}
            if self._notices:
                capabilities["session"] = {"notices": {}}
            params: Json = {"protocolVersion": 1, "clientInfo": info, "clientCapabilities": capabilities}
        else:
            params = {"protocolVersion": 2, "info": info, "capabilities": {}}
        answered = self._connection.request("initialize", params)["protocolVersion"]
        if answered != self.version:
            raise ConnectionError(f"the agent speaks version {answered} of the protocol, not {self.version}")

    def new_session(self) -> str:
        """A new session; its id."""
        params: Json = {"cwd": self._folder, "mcpServers": []}
        name = self._connection.request("session/new", params)["sessionId"]
        assert isinstance(name, str)
        return name

    def choose_model(self, session: str, model: str) -> None:
        """Set the session's model."""
        params = {"sessionId": session, "configId": "model", "value": model}
        self._connection.request("session/set_config_option", params | ({"type": "id"} if self.version == 2 else {}))

    def begin(self, session: str, text: str) -> Asked:
        """Send a prompt and do not wait."""
        prompt = [{"type": "text", "text": text}]
        return self._connection.begin("session/prompt", {"sessionId": session, "prompt": prompt})

    def say(self, session: str, text: str) -> None:
        """Send a prompt and wait until the work it starts has ended."""
        before = len(self._heard)
        self.begin(session, text).answer.result()
        if self.version == 2:
            self.wait_for(session, _is_idle, after=before)

    def cancel(self, session: str) -> None:
        """Cancel the work of a session, and in v1 the questions it asked."""
        self._connection.notify("session/cancel", {"sessionId": session})
        if self.version == 1:
            self._editor.withdraw()

    def cancel_when(self, session: str, text: str, ready: Callable[[], None]) -> None:
        """Send a prompt, cancel it when `ready` returns, and wait for its end."""
        before = len(self._heard)
        asked = self.begin(session, text)
        ready()
        self.cancel(session)
        asked.answer.result()
        if self.version == 2:
            self.wait_for(session, _is_idle, after=before)

    def close(self, session: str) -> None:
        """Close a session."""
        self._connection.request("session/close", {"sessionId": session})

    def reopen(self, session: str) -> None:
        """Load (v1) or resume (v2) a session with its history."""
        params: Json = {"sessionId": session, "cwd": self._folder, "mcpServers": []}
        if self.version == 1:
            self._connection.request("session/load", params)
        else:
            self._connection.request("session/resume", params | {"replayFrom": {"type": "start"}})

    def list_sessions(self) -> None:
        """Ask which sessions there are."""
        self._connection.request("session/list", {})

    def wait_for_question(self) -> None:
        """Wait until the user is asked something."""
        if not self._editor.asked.wait(_PATIENCE_SECONDS):
            raise TimeoutError("the agent asked nothing")

    def wait_for(self, session: str, wanted: Callable[[Json], bool], *, count: int = 1, after: int = 0) -> None:
        """Wait until `count` of the updates since number `after` are such as are wanted."""

        def come() -> bool:
            return sum(name == session and wanted(update) for name, update in self._heard[after:]) >= count

        with self._news:
            if not self._news.wait_for(come, _PATIENCE_SECONDS):
                raise TimeoutError("the agent did not send what the scenario waits for")


def _is_idle(update: Json) -> bool:
    return bool(update.get("sessionUpdate") == "state_update" and update.get("state") == "idle")
