"""The sample agent in ACP v1: a prompt's answer ends the turn; files and terminals are the Client's."""

from __future__ import annotations

from pathlib import Path

from acp_inspect.demo import story
from acp_inspect.demo.connection import METHOD_NOT_FOUND, Connection, Reply, RpcError
from acp_inspect.demo.faults import commit
from acp_inspect.demo.session import Session, Sessions, choose_model, model_option
from acp_inspect.demo.story import Pace
from acp_inspect.wire.json_text import Json

_LIVE_ONLY = ("notice", "usage_update", "session_info_update", "available_commands_update", "config_option_update")
"""Updates that tell what is now, and are not part of the conversation that `session/load` replays."""


class AgentV1:
    """Answers one Client in v1."""

    def __init__(self, connection: Connection, pace: Pace, info: Json, asked: Json) -> None:
        capabilities = asked.get("clientCapabilities") or {}
        files = capabilities.get("fs") or {}
        self._reads = files.get("readTextFile") is True
        self._writes = files.get("writeTextFile") is True
        self._runs = capabilities.get("terminal") is True
        self._notices = isinstance((capabilities.get("session") or {}).get("notices"), dict)
        self._connection = connection
        self._pace = pace
        self._info = info
        self._sessions = Sessions()

    def initialized(self) -> Json:
        """The result of `initialize`."""
        return {
            "protocolVersion": 1,
            "agentInfo": self._info,
            "agentCapabilities": {"loadSession": True, "sessionCapabilities": {"list": {}, "close": {}}},
            "authMethods": [],
        }

    def requested(self, method: str, params: Json, reply: Reply) -> None:
        """Answer a request of the Client."""
        match method:
            case "session/new":
                session = self._sessions.open(params)
                reply({"sessionId": session.id, "configOptions": model_option(session, "id")})
                self._update(session, {"sessionUpdate": "available_commands_update", "availableCommands": _commands()})
            case "session/list":
                reply({"sessions": self._sessions.listed()})
            case "session/load":
                session = self._sessions.known(params)
                self._sessions.reopen(session)
                for update in list(session.history):
                    self._send(session, update)
                reply({"configOptions": model_option(session, "id")})
                self._update(session, {"sessionUpdate": "available_commands_update", "availableCommands": _commands()})
            case "session/close":
                self._sessions.close(self._sessions.active(params))
                reply({})
            case "session/set_config_option":
                session = self._sessions.active(params)
                choose_model(session, params)
                reply({"configOptions": model_option(session, "id")})
            case "session/prompt":
                session = self._sessions.active(params)
                session.cancelled.clear()
                for block in params["prompt"]:
                    session.remember({"sessionUpdate": "user_message_chunk", "content": block})
                reply({"stopReason": self._turn(session, *story.command_of(params["prompt"]))})
            case _:
                raise RpcError(METHOD_NOT_FOUND, "Method not found", {"method": method})

    def notified(self, method: str, params: Json) -> None:
        """Take a notification of the Client."""
        if method == "session/cancel":
            self._sessions.known(params).cancel()

    def _turn(self, session: Session, command: str, words: str) -> str:
        """Do what a prompt asks; the stop reason."""
        match command:
            case "fix":
                return self._mend(session)
            case "slow":
                return self._count(session)
            case "faults":
                self._say(session, ("Now I do what no agent should.\n",))
                commit(self._connection, self._pace, session, 1, words.split())
                return "end_turn"
        self._say(session, [word + " " for word in f"You said: {words}".split(" ")])
        return "cancelled" if session.cancelled.is_set() else "end_turn"

    def _mend(self, session: Session) -> str:
        self._say(session, story.THOUGHTS, "agent_thought_chunk")
        self._plan(session, 0)
        self._say(session, story.OPENING)
        self._test(session)
        self._plan(session, 1)
        path = str(Path(session.cwd) / story.GREETING)
        self._read(session, path)
        allowed = self._edit(session, path)
        if allowed is None or session.cancelled.is_set():
            return "cancelled"
        if not allowed:
            self._say(session, story.REFUSED)
            return "end_turn"
        self._plan(session, 2)
        self._advise(session)
        self._test(session)
        self._plan(session, 3)
        self._update(session, {"sessionUpdate": "usage_update", "used": 1834, "size": 200000})
        session.title = story.TITLE
        self._update(session, {"sessionUpdate": "session_info_update", "title": story.TITLE})
        self._say(session, story.CLOSING)
        return "end_turn"

    def _count(self, session: Session) -> str:
        for number in range(1, 101):
            if session.cancelled.is_set():
                return "cancelled"
            self._say(session, (f"{number} ",))
            self._pause(0.1)
        return "end_turn"

    def _test(self, session: Session) -> None:
        """Run the tests in a terminal of the Client's, or by ourselves where it has none."""
        call = session.next_tool_call()
        command, *arguments = story.RUN_TESTS
        shown = {"title": " ".join(story.RUN_TESTS), "kind": "execute", "rawInput": {"command": story.RUN_TESTS}}
        if not self._runs:
            self._update(session, {"sessionUpdate": "tool_call", "toolCallId": call, "status": "in_progress"} | shown)
            process = story.start_command(story.RUN_TESTS, session.cwd)
            output = process.communicate()[0].decode(errors="replace")
            self._finish(session, call, output, process.returncode)
            return
        terminal = self._ask(
            session, "terminal/create", command=command, args=arguments, cwd=session.cwd, outputByteLimit=65536
        )["terminalId"]
        content = [{"type": "terminal", "terminalId": terminal}]
        started = {"sessionUpdate": "tool_call", "toolCallId": call, "status": "in_progress", "content": content}
        self._update(session, started | shown)
        code = self._ask(session, "terminal/wait_for_exit", terminalId=terminal).get("exitCode")
        output = self._ask(session, "terminal/output", terminalId=terminal)["output"]
        self._pause(0.2)
        self._finish(session, call, output, code)
        self._ask(session, "terminal/release", terminalId=terminal)

    def _finish(self, session: Session, call: str, output: str, code: int | None) -> None:
        update: Json = {
            "sessionUpdate": "tool_call_update",
            "toolCallId": call,
            "status": "completed" if code == 0 else "failed",
            "rawOutput": {"exitCode": code},
        }
        text = [{"type": "content", "content": {"type": "text", "text": output}}]
        # A live Client shows its own terminal; one that loads the session later has only this text.
        self._send(session, update if self._runs else update | {"content": text})
        session.remember(update | {"content": text})

    def _read(self, session: Session, path: str) -> None:
        call = session.next_tool_call()
        self._update(
            session,
            {
                "sessionUpdate": "tool_call",
                "toolCallId": call,
                "title": f"Read {story.GREETING}",
                "kind": "read",
                "status": "pending",
                "locations": [{"path": path, "line": 1}],
                "rawInput": {"path": path},
            },
        )
        self._pause(0.3)
        self._update(session, {"sessionUpdate": "tool_call_update", "toolCallId": call, "status": "in_progress"})
        if self._reads:
            text = self._ask(session, "fs/read_text_file", path=path)["content"]
        else:
            text = Path(path).read_text(encoding="utf-8")
        content = [{"type": "content", "content": {"type": "text", "text": text}}]
        self._update(
            session,
            {"sessionUpdate": "tool_call_update", "toolCallId": call, "status": "completed", "content": content},
        )

    def _edit(self, session: Session, path: str) -> bool | None:
        """Edit the file if the user lets us; None where the question was cancelled."""
        call = session.next_tool_call()
        content = [{"type": "diff", "path": path, "oldText": story.BROKEN, "newText": story.MENDED}]
        self._update(
            session,
            {
                "sessionUpdate": "tool_call",
                "toolCallId": call,
                "title": f"Edit {story.GREETING}",
                "kind": "edit",
                "status": "pending",
                "content": content,
                "locations": [{"path": path, "line": 5}],
            },
        )
        outcome = self._ask(
            session,
            "session/request_permission",
            toolCall={"toolCallId": call, "title": f"Edit {story.GREETING}", "kind": "edit", "status": "pending"},
            options=[
                {"optionId": "once", "name": "Allow", "kind": "allow_once"},
                {"optionId": "always", "name": "Always allow", "kind": "allow_always"},
                {"optionId": "no", "name": "Reject", "kind": "reject_once"},
            ],
        )["outcome"]
        allowed = outcome["outcome"] == "selected" and outcome["optionId"] in ("once", "always")
        status = "completed" if allowed else "failed"
        if allowed:
            self._update(session, {"sessionUpdate": "tool_call_update", "toolCallId": call, "status": "in_progress"})
            if self._writes:
                self._ask(session, "fs/write_text_file", path=path, content=story.MENDED)
            else:
                Path(path).write_text(story.MENDED, encoding="utf-8")
        self._update(session, {"sessionUpdate": "tool_call_update", "toolCallId": call, "status": status})
        return allowed if outcome["outcome"] == "selected" else None

    def _advise(self, session: Session) -> None:
        """Say that the model is busy: as a notice, or in words to a Client that did not ask for notices."""
        story.log(story.WARNING)
        if self._notices:
            self._update(session, {"sessionUpdate": "notice"} | story.NOTICE)
        else:
            self._say(session, (f"Note: {story.NOTICE['title']}. {story.NOTICE['description']}\n",))

    def _plan(self, session: Session, done: int) -> None:
        entries = [
            {
                "content": step,
                "priority": "high" if number == 1 else "medium",
                "status": "completed" if number < done else "in_progress" if number == done else "pending",
            }
            for number, step in enumerate(story.STEPS)
        ]
        self._update(session, {"sessionUpdate": "plan", "entries": entries})

    def _say(self, session: Session, words: tuple[str, ...] | list[str], kind: str = "agent_message_chunk") -> None:
        for word in words:
            self._update(session, {"sessionUpdate": kind, "content": {"type": "text", "text": word}})
            self._pause(0.15)

    def _ask(self, session: Session, method: str, **params: Json) -> Json:
        return self._connection.request(method, {"sessionId": session.id, **params})

    def _update(self, session: Session, update: Json) -> None:
        self._send(session, update)
        if update["sessionUpdate"] not in _LIVE_ONLY:
            session.remember(update)

    def _send(self, session: Session, update: Json) -> None:
        self._connection.notify("session/update", {"sessionId": session.id, "update": update})

    def _pause(self, seconds: float) -> None:
        self._pace.pause(seconds)


def _commands() -> list[Json]:
    return [{"name": name, "description": text} for name, text in story.COMMANDS.items() if name != "watch"]
