"""A conforming Client and a conforming Agent that speak v2 at random."""

from __future__ import annotations

from base64 import b64encode
from random import Random
from typing import Any

from acp_inspect.wire.framing import Stream
from acp_inspect.wire.transcript import Entry
from tests.rules.conforming.talk import Json, Talk

C, A = Stream.CLIENT_TO_AGENT, Stream.AGENT_TO_CLIENT


def conversation(seed: int, length: int = 60) -> list[Entry]:
    """An exchange in which both keep every rule of v2. `length`: about how many things happen."""
    both = _Both(Random(seed))
    both.handshake()
    for _ in range(length):
        both.something()
    both.over()
    return both.talk.entries


class _Session:
    """A session, with what the Agent would replay of it."""

    def __init__(self, id: str, cwd: str) -> None:
        self.id = id
        self.cwd = cwd
        self.model = "large"
        self.works = False
        self.cancelled = False
        self.messages: dict[str, Json] = {}
        """Finished messages and tool calls as a replay tells them, by id."""
        self.calls: dict[str, str] = {}
        """Open tool calls and their status."""
        self.terminals: list[str] = []
        """Terminals that run."""
        self.waiting: dict[Any, list[Json]] = {}
        """Open questions to the user, with their options."""
        self.message: tuple[str, str] | None = None
        """The message that goes on: its role and id."""


class _Both:
    def __init__(self, random: Random) -> None:
        self.talk = talk = Talk(random)
        self.prompts = talk.some(image={}, audio={}, embeddedContext={})
        self.deletes = talk.likely(0.5)
        self.background = talk.likely(0.5)
        """Whether the Agent tells of work in the background."""
        self.open: dict[str, _Session] = {}
        self.stored: dict[str, _Session] = {}

    def handshake(self) -> None:
        """initialize."""
        talk = self.talk
        talk.started()
        who = {"name": "x", "version": "1"}
        id = talk.ask(C, "initialize", {"protocolVersion": 2, "info": who, "capabilities": {}})
        session: Json = {"prompt": self.prompts, "mcp": {"stdio": {}}}
        if self.deletes:
            session["delete"] = {}
        talk.answer(A, id, {"protocolVersion": 2, "info": who, "capabilities": {"session": session}})
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
            self.resume(talk.one(list(self.stored.values())))
        else:
            session = talk.one(list(self.open.values()))
            if not session.works:
                self.between(session)
            elif session.waiting:
                self.answered(session)
            elif talk.likely(0.05):
                self.cancel(session)
            elif talk.likely(0.1):
                self.idle(session)
            else:
                self.work(session)

    def over(self) -> None:
        """All work ends, and the connection."""
        for session in list(self.open.values()):
            if session.works:
                self.idle(session)
        self.talk.ended()

    def new(self) -> None:
        """session/new."""
        talk = self.talk
        cwd = talk.one(["/work", "/", "C:\\work", "/home/a b"])
        id = talk.ask(C, "session/new", {"cwd": cwd, "mcpServers": self.servers()})
        session = _Session(talk.name("session"), cwd)
        self.open[session.id] = session
        talk.answer(A, id, {"sessionId": session.id, **self.setup(session)})

    def servers(self) -> list[Json]:
        """MCP servers that the Agent said it takes."""
        server = {"type": "stdio", "name": "files", "command": "/usr/bin/files", "args": ["-v"], "env": []}
        return [server] if self.talk.likely(0.3) else []

    def setup(self, session: _Session) -> Json:
        """What the answers to new and resume tell of a session."""
        return {"configOptions": self.options(session)}

    def options(self, session: _Session) -> list[Json]:
        """The options with their current values."""
        return [
            {
                "configId": "model",
                "name": "Model",
                "category": "model",
                "type": "select",
                "currentValue": session.model,
                "options": [{"value": value, "name": value.title()} for value in ("large", "small")],
            }
        ]

    def between(self, session: _Session) -> None:
        """The Client does something with a session that is at rest."""
        talk = self.talk
        match talk.random.randrange(9):
            case 0 | 1:
                session.model = talk.one(["large", "small"])
                params = {"sessionId": session.id, "configId": "model", "type": "id", "value": session.model}
                id = talk.ask(C, "session/set_config_option", params)
                talk.answer(A, id, {"configOptions": self.options(session)})
            case 2:
                id = talk.ask(C, "session/list", {})
                known = [*self.open.values(), *self.stored.values()]
                talk.answer(A, id, {"sessions": [{"sessionId": one.id, "cwd": one.cwd} for one in known]})
            case 3:
                talk.answer(A, talk.ask(C, "session/close", {"sessionId": session.id}), {})
                self.stored[session.id] = self.open.pop(session.id)
            case 4 if self.deletes:
                talk.answer(A, talk.ask(C, "session/close", {"sessionId": session.id}), {})
                talk.answer(A, talk.ask(C, "session/delete", {"sessionId": session.id}), {})
                del self.open[session.id]
            case 5:
                self.update(session, "session_info_update", title=talk.name("Title"))
            case 6:
                self.update(session, "usage_update", used=talk.random.randrange(1000), size=1000)
            case _:
                self.prompt(session)

    def prompt(self, session: _Session) -> None:
        """session/prompt, the message it becomes, and the work that begins."""
        talk = self.talk
        content = [talk.text()]
        if "image" in self.prompts and talk.likely(0.2):
            content.append({"type": "image", "data": "aGk=", "mimeType": "image/png"})
        if "embeddedContext" in self.prompts and talk.likely(0.2):
            content.append({"type": "resource", "resource": {"uri": "file:///work/a.py", "text": "x = 1"}})
        if talk.likely(0.2):
            content.append({"type": "resource_link", "uri": "file:///work/b.py", "name": "b.py"})
        id = talk.ask(C, "session/prompt", {"sessionId": session.id, "prompt": content})
        message = talk.name("user")
        if talk.likely(0.5):
            self.update(session, "user_message", messageId=message, content=content)
            talk.answer(A, id, {"messageId": message})
        else:
            talk.answer(A, id, {"messageId": message})
            self.update(session, "user_message", messageId=message, content=content)
        session.messages[message] = {"sessionUpdate": "user_message", "messageId": message, "content": content}
        session.works = True
        self.state(session, "running")

    def state(self, session: _Session, state: str, **members: Any) -> None:
        """state_update."""
        background: Json = {"background": []} if self.background else {}
        self.update(session, "state_update", state=state, **background, **members)

    def cancel(self, session: _Session) -> None:
        """session/cancel, and how the work ends then."""
        self.talk.tell(C, "session/cancel", {"sessionId": session.id})
        session.cancelled = True
        self.idle(session)

    def answered(self, session: _Session) -> None:
        """The user decides."""
        talk = self.talk
        id, options = session.waiting.popitem()
        talk.answer(C, id, {"outcome": {"outcome": "selected", "optionId": talk.one(options)["optionId"]}})
        if not session.waiting:
            self.state(session, "running")

    def idle(self, session: _Session) -> None:
        """The work ends, with nothing left open."""
        talk = self.talk
        while session.waiting:
            self.answered(session)
        for terminal in session.terminals:
            self.update(session, "terminal_update", terminalId=terminal, exitStatus={"exitCode": 0})
        for call in list(session.calls):
            status = "cancelled" if session.cancelled else talk.one(["completed", "failed"])
            self.update(session, "tool_call_update", toolCallId=call, status=status)
            session.messages[call]["status"] = status
        session.terminals.clear()
        session.calls.clear()
        session.message = None
        reason = "cancelled" if session.cancelled else talk.one(["end_turn", "end_turn", "max_tokens", "refusal"])
        self.state(session, "idle", stopReason=reason)
        session.works = session.cancelled = False

    def update(self, session: _Session, of_kind: str, /, **members: Any) -> None:
        """A session update."""
        params = {"sessionId": session.id, "update": {"sessionUpdate": of_kind, **members}}
        self.talk.tell(A, "session/update", params)

    def work(self, session: _Session) -> None:
        """The Agent does something."""
        talk = self.talk
        match talk.random.randrange(12):
            case 0:
                self.call(session)
            case 1 | 2 if session.calls:
                self.goes_on(session)
            case 3 if session.calls:
                self.permission(session)
            case 4:
                entries = [{"content": word, "priority": "high", "status": "pending"} for word in ("one", "two")]
                self.update(session, "plan_update", plan={"type": "items", "planId": "plan", "entries": entries})
            case 5:
                self.update(session, "notice", severity="info", title=talk.name("Notice"))
            case 6 if session.terminals:
                data = b64encode(b"out\n").decode()
                self.update(session, "terminal_output_chunk", terminalId=session.terminals[0], data=data)
            case _:
                self.says(session)

    def says(self, session: _Session) -> None:
        """A piece of a message or a thought."""
        talk = self.talk
        if session.message is None or talk.likely(0.2):
            role = talk.one(["message", "thought"])
            session.message = role, talk.name(role)
            session.messages[session.message[1]] = {
                "sessionUpdate": f"agent_{role}",
                "messageId": session.message[1],
                "content": [],
            }
        role, message = session.message
        block = talk.text()
        session.messages[message]["content"].append(block)
        self.update(session, f"agent_{role}_chunk", messageId=message, content=block)

    def call(self, session: _Session) -> None:
        """A tool call begins, perhaps with a terminal of the Agent's."""
        talk = self.talk
        call = talk.name("call")
        status = talk.one(["pending", "in_progress"])
        session.calls[call] = status
        session.message = None
        content = []
        if talk.likely(0.3):
            terminal = talk.name("terminal")
            session.terminals.append(terminal)
            self.update(session, "terminal_update", terminalId=terminal, command="ls -l", cwd="/work")
            content.append({"type": "terminal", "terminalId": terminal})
        members = {
            "toolCallId": call,
            "title": "Do it",
            **talk.some(kind=talk.one(["read", "edit", "execute", "think", "other"]), rawInput={"any": ["thing"]}),
        }
        self.update(session, "tool_call_update", status=status, content=content, **members)
        session.messages[call] = {"sessionUpdate": "tool_call_update", "status": status, **members}

    def goes_on(self, session: _Session) -> None:
        """A tool call makes progress, or ends."""
        talk = self.talk
        call = talk.one(list(session.calls))
        if session.calls[call] == "pending":
            session.calls[call] = "in_progress"
            self.update(session, "tool_call_update", toolCallId=call, status="in_progress")
        elif talk.likely(0.5):
            content = {"type": "content", "content": talk.text()}
            self.update(session, "tool_call_content_chunk", toolCallId=call, content=content)
        else:
            del session.calls[call]
            status = talk.one(["completed", "failed"])
            session.messages[call]["status"] = status
            self.update(session, "tool_call_update", toolCallId=call, status=status)

    def permission(self, session: _Session) -> None:
        """session/request_permission about a call that waits, if one does."""
        talk = self.talk
        call = talk.one([call for call, status in session.calls.items() if status == "pending"] or list(session.calls))
        kinds = ["allow_once", "allow_always", "reject_once", "reject_always"]
        options = [{"optionId": kind, "name": kind, "kind": kind} for kind in kinds[: talk.random.randrange(1, 5)]]
        subject = {"type": "tool_call", "toolCall": {"toolCallId": call}}
        params = {"sessionId": session.id, "title": "May I?", "subject": subject, "options": options}
        self.state(session, "requires_action")
        session.waiting[talk.ask(A, "session/request_permission", params)] = options

    def resume(self, session: _Session) -> None:
        """A closed session is resumed, with its history or without."""
        talk = self.talk
        params: Json = {"sessionId": session.id, "cwd": session.cwd, "mcpServers": self.servers()}
        replays = talk.likely(0.6)
        if replays:
            params["replayFrom"] = {"type": "start"}
        id = talk.ask(C, "session/resume", params)
        if replays:
            for update in session.messages.values():
                talk.tell(A, "session/update", {"sessionId": session.id, "update": update})
        self.state(session, "idle")
        self.open[session.id] = self.stored.pop(session.id)
        talk.answer(A, id, self.setup(session))
