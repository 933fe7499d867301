"""A conforming Client and a conforming Agent that speak v1 at random."""

from __future__ import annotations

from random import Random
from typing import Any

from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import Entry
from tests.rules.conforming.talk import Json, Talk

C, A = Stream.CLIENT_TO_AGENT, Stream.AGENT_TO_CLIENT


def conversation(seed: int, length: int = 60) -> list[Entry]:
    """An exchange in which both keep every rule of v1. `length`: about how many things happen."""
    both = _Both(Random(seed))
    both.handshake()
    for _ in range(length):
        both.something()
    both.over()
    return both.talk.entries


class _Session:
    """A session, with what the Agent would replay of it."""

    def __init__(self, id: str, cwd: str, model: str, mode: str) -> None:
        self.id = id
        self.cwd = cwd
        self.model = model
        self.mode = mode
        self.history: list[Json] = []
        self.prompt: Any = None
        self.cancelled = False
        self.calls: dict[str, str] = {}
        """Open tool calls and their status."""
        self.waiting: dict[Any, tuple[str, Json]] = {}
        """Open requests of the Agent: method and params."""
        self.terminals: list[str] = []
        self.exited = False
        """Whether the Agent was told that the command in the terminal has ended."""
        self.run = ""
        """The role of the last chunk, and the message's id if ids are used."""


class _Both:
    def __init__(self, random: Random) -> None:
        self.talk = talk = Talk(random)
        self.fs = talk.some(readTextFile=True, writeTextFile=True)
        self.terminal = talk.likely(0.5)
        self.notices = talk.likely(0.5)
        self.ids = talk.likely(0.5)
        """Whether the Agent names its messages."""
        self.old_modes = talk.likely(0.4)
        """Whether modes are told in the old way, not as a config option."""
        self.loads = talk.likely(0.6)
        self.prompts = talk.some(image=True, audio=True, embeddedContext=True)
        self.sessions_can = talk.some(list={}, delete={}, resume={}, close={})
        self.open: dict[str, _Session] = {}
        self.stored: dict[str, _Session] = {}

    def handshake(self) -> None:
        """initialize."""
        talk = self.talk
        talk.started()
        if talk.likely(0.3):
            talk.stderr()
        capabilities: Json = {"fs": self.fs, "terminal": self.terminal}
        if self.notices:
            capabilities["session"] = {"notices": {}}
        who = {"name": "x", "version": "1"}
        params = {"protocolVersion": 1, "clientCapabilities": capabilities, "clientInfo": who}
        id = talk.ask(C, "initialize", params)
        agent = {
            "loadSession": self.loads,
            "promptCapabilities": self.prompts,
            "sessionCapabilities": self.sessions_can,
        }
        result = {"protocolVersion": 1, "agentCapabilities": agent, "agentInfo": who, "authMethods": []}
        talk.answer(A, id, result)
        self.new()

    def something(self) -> None:
        """One thing that may happen now."""
        talk = self.talk
        if talk.likely(0.03):
            talk.vendor()
        elif talk.likely(0.03):
            talk.stderr()
        elif not self.open or talk.likely(0.04):
            self.new()
        elif self.stored and talk.likely(0.2):
            self.reopen(talk.one(list(self.stored.values())))
        else:
            session = talk.one(list(self.open.values()))
            if session.prompt is None:
                self.between(session)
            elif session.waiting and talk.likely(0.5):
                self.client_answers(session)
            elif not session.cancelled and talk.likely(0.05):
                self.cancel(session)
            elif session.cancelled or talk.likely(0.1):
                self.finish(session)
            else:
                self.work(session)

    def over(self) -> None:
        """All turns end, and the connection."""
        for session in list(self.open.values()):
            if session.prompt is not None:
                self.finish(session)
        self.talk.ended()

    def new(self) -> None:
        """session/new."""
        talk = self.talk
        cwd = talk.one(["/work", "/", "C:\\work", "/home/a b"])
        id = talk.ask(C, "session/new", {"cwd": cwd, "mcpServers": self.servers()})
        session = _Session(talk.name("session"), cwd, "large", "ask")
        self.open[session.id] = session
        talk.answer(A, id, {"sessionId": session.id, **self.setup(session)})
        if talk.likely(0.5):
            commands = [{"name": "fix", "description": "Mend it"}, {"name": "plan", "description": "Think"}]
            self.update(session, "available_commands_update", availableCommands=commands)

    def servers(self) -> list[Json]:
        """MCP servers that any Agent takes."""
        server = {"name": "files", "command": "/usr/bin/files", "args": ["-v"], "env": [{"name": "A", "value": "b"}]}
        return [server] if self.talk.likely(0.3) else []

    def setup(self, session: _Session) -> Json:
        """What the answers to new, load and resume tell of a session."""
        told: Json = {"configOptions": self.options(session)}
        if self.old_modes:
            modes = [{"id": mode, "name": mode.title()} for mode in ("ask", "code")]
            told["modes"] = {"currentModeId": session.mode, "availableModes": modes}
        return told

    def options(self, session: _Session) -> list[Json]:
        """The options with their current values."""
        values = {"model": ("large", "small")}
        if not self.old_modes:
            values["mode"] = ("ask", "code")
        current = {"model": session.model, "mode": session.mode}
        return [
            {
                "id": name,
                "name": name.title(),
                "category": name,
                "type": "select",
                "currentValue": current[name],
                "options": [{"value": value, "name": value.title()} for value in some],
            }
            for name, some in values.items()
        ]

    def between(self, session: _Session) -> None:
        """The Client does something with a session that is at rest."""
        talk = self.talk
        match talk.random.randrange(12):
            case 0 | 1:
                value = talk.one(["large", "small"])
                params = {"sessionId": session.id, "configId": "model", "value": value}
                id = talk.ask(C, "session/set_config_option", params)
                session.model = value
                talk.answer(A, id, {"configOptions": self.options(session)})
            case 2 if "list" in self.sessions_can:
                id = talk.ask(C, "session/list", {})
                known = [*self.open.values(), *self.stored.values()]
                talk.answer(A, id, {"sessions": [{"sessionId": one.id, "cwd": one.cwd} for one in known]})
            case 3 if "close" in self.sessions_can:
                id = talk.ask(C, "session/close", {"sessionId": session.id})
                talk.answer(A, id, {})
                self.stored[session.id] = self.open.pop(session.id)
            case 4 if "delete" in self.sessions_can and "close" in self.sessions_can:
                talk.answer(A, talk.ask(C, "session/close", {"sessionId": session.id}), {})
                talk.answer(A, talk.ask(C, "session/delete", {"sessionId": session.id}), {})
                del self.open[session.id]
            case 5:
                self.update(session, "session_info_update", title=talk.name("Title"))
            case 6 if self.old_modes:
                session.mode = talk.one(["ask", "code"])
                self.update(session, "current_mode_update", currentModeId=session.mode)
            case 6:
                session.mode = talk.one(["ask", "code"])
                self.update(session, "config_option_update", configOptions=self.options(session))
            case 7 if self.old_modes:
                session.mode = talk.one(["ask", "code"])
                talk.answer(A, talk.ask(C, "session/set_mode", {"sessionId": session.id, "modeId": session.mode}), {})
            case _:
                self.prompt(session)

    def prompt(self, session: _Session) -> None:
        """session/prompt."""
        talk = self.talk
        content = [talk.text()]
        if "image" in self.prompts and talk.likely(0.2):
            content.append({"type": "image", "data": "aGk=", "mimeType": "image/png"})
        if "embeddedContext" in self.prompts and talk.likely(0.2):
            content.append({"type": "resource", "resource": {"uri": "file:///work/a.py", "text": "x = 1"}})
        if talk.likely(0.2):
            content.append({"type": "resource_link", "uri": "file:///work/b.py", "name": "b.py"})
        session.prompt = talk.ask(C, "session/prompt", {"sessionId": session.id, "prompt": content})
        session.cancelled = False
        session.run = ""
        for block in content:
            session.history.append({"sessionUpdate": "user_message_chunk", "content": block} | self.named("user"))

    def named(self, role: str) -> Json:
        return {"messageId": self.talk.name(role)} if self.ids else {}

    def cancel(self, session: _Session) -> None:
        """session/cancel: the Client answers the open permissions so, too."""
        talk = self.talk
        talk.tell(C, "session/cancel", {"sessionId": session.id})
        session.cancelled = True
        for id, (method, _) in list(session.waiting.items()):
            if method == "session/request_permission":
                del session.waiting[id]
                talk.answer(C, id, {"outcome": {"outcome": "cancelled"}})

    def client_answers(self, session: _Session) -> None:
        """The Client answers one of the Agent's requests."""
        talk = self.talk
        id = talk.one(list(session.waiting))
        method, params = session.waiting.pop(id)
        result: Json = {}
        match method:
            case "session/request_permission":
                option = talk.one(params["options"])["optionId"]
                result = {"outcome": {"outcome": "selected", "optionId": option}}
            case "fs/read_text_file" if talk.likely(0.2):
                talk.refuse(C, id, -32002, "Resource not found")
                return
            case "fs/read_text_file":
                result = {"content": "text"}
            case "terminal/create":
                result = {"terminalId": talk.name("terminal")}
                session.terminals.append(result["terminalId"])
                session.exited = False
            case "terminal/output":
                result = {"output": "out\n", "truncated": False}
                if session.exited or talk.likely(0.2):
                    session.exited = True
                    result["exitStatus"] = {"exitCode": 0}
            case "terminal/wait_for_exit":
                session.exited = True
                result = {"exitCode": 0}
        talk.answer(C, id, result)

    def finish(self, session: _Session) -> None:
        """The turn ends, with nothing left open."""
        talk = self.talk
        while session.waiting:
            self.client_answers(session)
        for call in list(session.calls):
            if not session.cancelled or talk.likely(0.5):
                self.update(session, "tool_call_update", toolCallId=call, status=talk.one(["completed", "failed"]))
        session.calls.clear()
        while session.terminals:
            terminal = {"sessionId": session.id, "terminalId": session.terminals.pop()}
            talk.answer(C, talk.ask(A, "terminal/release", terminal), {})
        reason = "cancelled" if session.cancelled else talk.one(["end_turn", "end_turn", "max_tokens", "refusal"])
        talk.answer(A, session.prompt, {"stopReason": reason})
        session.prompt = None

    def update(self, session: _Session, of_kind: str, /, *, kept: bool = False, **members: Any) -> None:
        """A session update. `kept`: the Agent replays it later."""
        update = {"sessionUpdate": of_kind, **members}
        self.talk.tell(A, "session/update", {"sessionId": session.id, "update": update})
        if kept:
            session.history.append(update)

    def work(self, session: _Session) -> None:
        """The Agent does something in a turn."""
        talk = self.talk
        match talk.random.randrange(12):
            case 0:
                self.call(session)
            case 1 if session.calls:
                self.goes_on(session)
            case 2 if session.calls:
                self.permission(session)
            case 3:
                self.file(session)
            case 4 if self.terminal:
                self.use_terminal(session)
            case 5:
                entries = [{"content": word, "priority": "high", "status": "pending"} for word in ("one", "two")]
                self.update(session, "plan", entries=entries)
            case 6:
                self.update(session, "usage_update", used=talk.random.randrange(1000), size=1000)
            case 7 if self.notices:
                self.update(session, "notice", severity="info", title=talk.name("Notice"))
            case _:
                role = talk.one(["agent", "agent", "thought"])
                if not session.run.startswith(role) or (self.ids and talk.likely(0.1)):
                    session.run = talk.name(role)
                members = {"messageId": session.run} if self.ids else {}
                self.update(
                    session,
                    f"agent_{'message' if role == 'agent' else role}_chunk",
                    kept=True,
                    content=talk.text(),
                    **members,
                )

    def call(self, session: _Session) -> None:
        """A tool call begins."""
        talk = self.talk
        call = talk.name("call")
        status = talk.one(["pending", "in_progress"])
        session.calls[call] = status
        session.run = ""
        more = talk.some(
            kind=talk.one(["read", "edit", "execute", "think", "other"]),
            rawInput={"any": ["thing"]},
            locations=[{"path": "/work/a.py", "line": 3}],
            content=[{"type": "diff", "path": "/work/a.py", "oldText": None, "newText": "x"}],
        )
        self.update(session, "tool_call", toolCallId=call, title="Do it", status=status, **more)
        done = {"sessionUpdate": "tool_call", "toolCallId": call, "title": "Do it", "status": "completed"}
        session.history.append(done | more)

    def goes_on(self, session: _Session) -> None:
        """A tool call makes progress, or ends."""
        talk = self.talk
        asked = [params["toolCall"]["toolCallId"] for _, params in session.waiting.values() if "toolCall" in params]
        ready = [call for call in session.calls if call not in asked]
        if not ready:
            return
        call = talk.one(ready)
        if session.calls[call] == "pending" or talk.likely(0.3):
            session.calls[call] = "in_progress"
            content = [{"type": "content", "content": talk.text()}]
            if session.terminals:
                content.append({"type": "terminal", "terminalId": session.terminals[0]})
            self.update(session, "tool_call_update", toolCallId=call, status="in_progress", content=content)
        else:
            del session.calls[call]
            self.update(session, "tool_call_update", toolCallId=call, status=talk.one(["completed", "failed"]))

    def permission(self, session: _Session) -> None:
        """session/request_permission."""
        talk = self.talk
        call = talk.one([call for call, status in session.calls.items() if status == "pending"] or list(session.calls))
        kinds = ["allow_once", "allow_always", "reject_once", "reject_always"]
        options = [{"optionId": kind, "name": kind, "kind": kind} for kind in kinds[: talk.random.randrange(1, 5)]]
        self.asks(session, "session/request_permission", {"toolCall": {"toolCallId": call}, "options": options})

    def file(self, session: _Session) -> None:
        """A file is read or written through the Client."""
        if "readTextFile" in self.fs:
            self.asks(session, "fs/read_text_file", {"path": "/work/a.py", **self.talk.some(line=1, limit=10)})
        if "writeTextFile" in self.fs:
            self.asks(session, "fs/write_text_file", {"path": "/work/a.py", "content": "x = 1\n"})

    def use_terminal(self, session: _Session) -> None:
        """A terminal of the Client's."""
        talk = self.talk
        if not session.terminals:
            if not any(method == "terminal/create" for method, _ in session.waiting.values()):
                self.asks(session, "terminal/create", {"command": "ls", "args": ["-l"], "cwd": "/work"})
            return
        method = talk.one(["terminal/output", "terminal/wait_for_exit", "terminal/kill"])
        self.asks(session, method, {"terminalId": session.terminals[0]})

    def asks(self, session: _Session, method: str, params: Json) -> None:
        params = {"sessionId": session.id, **params}
        session.waiting[self.talk.ask(A, method, params)] = (method, params)

    def reopen(self, session: _Session) -> None:
        """A closed session is loaded with its history, or resumed without."""
        talk = self.talk
        params = {"sessionId": session.id, "cwd": session.cwd, "mcpServers": self.servers()}
        if self.loads and talk.likely(0.6):
            id = talk.ask(C, "session/load", params)
            for update in session.history:
                talk.tell(A, "session/update", {"sessionId": session.id, "update": update})
        elif "resume" in self.sessions_can:
            id = talk.ask(C, "session/resume", params)
        else:
            return
        self.open[session.id] = self.stored.pop(session.id)
        talk.answer(A, id, self.setup(session))
