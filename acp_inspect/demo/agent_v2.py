"""The sample agent in ACP v2: a prompt's answer only acknowledges it; state updates tell when work begins and ends.

Files and commands are the agent's own; it reports them as diffs and terminals.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import threading
from base64 import b64encode
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from pathlib import Path

from acp_inspect.demo import story
from acp_inspect.demo.connection import METHOD_NOT_FOUND, Connection, Reply, RpcError
from acp_inspect.demo.faults import commit
from acp_inspect.demo.session import Session, Sessions, choose_model, model_option
from acp_inspect.demo.story import Pace
from acp_inspect.wire.json_text import Json

_CANCELLED = -32800
_BACKGROUND = "import time\nfor n in range(1, 4):\n    print('check', n, 'ok ✓', flush=True)\n    time.sleep({pause})\n"


class AgentV2:
    """Answers one Client in v2."""

    def __init__(self, connection: Connection, pace: Pace, info: Json, asked: Json) -> None:
        self._connection = connection
        self._pace = pace
        self._info = info
        self._sessions = Sessions()

    def initialized(self) -> Json:
        """The result of `initialize`."""
        return {"protocolVersion": 2, "info": self._info, "capabilities": {"session": {"prompt": {}}}}

    def requested(self, method: str, params: Json, reply: Reply) -> None:
        """Answer a request of the Client."""
        match method:
            case "session/new":
                session = self._sessions.open(params)
                reply({"sessionId": session.id} | _settings(session))
            case "session/list":
                reply({"sessions": self._sessions.listed()})
            case "session/resume":
                session = self._sessions.known(params)
                self._sessions.reopen(session)
                if params.get("replayFrom") is not None:
                    for update in list(session.history):
                        self._send(session, update)
                self._state(session, "idle")
                reply(_settings(session))
            case "session/close":
                session = self._sessions.active(params)
                self._sessions.close(session)
                # Running work ends, and says so, before the answer.
                with session.turn:
                    reply({})
            case "session/set_config_option":
                session = self._sessions.active(params)
                choose_model(session, params)
                reply({"configOptions": model_option(session, "configId")})
            case "session/prompt":
                self._prompt(self._sessions.active(params), params["prompt"], reply)
            case _:
                raise RpcError(METHOD_NOT_FOUND, "Method not found", {"method": method})

    def notified(self, method: str, params: Json) -> None:
        """Take a notification of the Client."""
        if method == "session/cancel":
            self._sessions.known(params).cancel()

    def _prompt(self, session: Session, prompt: list[dict[str, object]], reply: Reply) -> None:
        before = session.cancellations
        with session.turn:
            if session.cancellations != before:
                raise RpcError(_CANCELLED, "Cancelled before the message was inserted")
            session.cancelled.clear()
            message = _new_id("msg")
            self._update(session, {"sessionUpdate": "user_message", "messageId": message, "content": prompt})
            reply({"messageId": message})
            self._state(session, "running")
            reason = self._work(session, *story.command_of(prompt))
            self._state(session, "idle", stopReason="cancelled" if session.cancelled.is_set() else reason)

    def _work(self, session: Session, command: str, words: str) -> str:
        """Do what a prompt asks; the stop reason."""
        match command:
            case "fix":
                self._mend(session)
            case "slow":
                self._say(session, (f"{number} " for number in range(1, 101)), pause=0.25)
            case "watch":
                self._watch(session)
            case "faults":
                self._say(session, ("Now I do what no agent should.\n",))
                commit(self._connection, self._pace, session, 2, words.split())
            case _:
                self._say(session, (word + " " for word in f"You said: {words}".split(" ")))
        return "end_turn"

    def _mend(self, session: Session) -> None:
        self._say(session, story.THOUGHTS, "agent_thought")
        self._plan(session, 0)
        self._say(session, story.OPENING)
        self._test(session)
        self._plan(session, 1)
        path = Path(session.cwd) / story.GREETING
        self._read(session, path)
        if not self._edit(session, path):
            if not session.cancelled.is_set():
                self._say(session, story.REFUSED)
            return
        self._plan(session, 2)
        story.log(story.WARNING)
        self._send(session, {"sessionUpdate": "notice"} | story.NOTICE)
        self._test(session)
        self._plan(session, 3)
        cost = {"amount": 0.0123, "currency": "USD"}
        self._send(session, {"sessionUpdate": "usage_update", "used": 1834, "size": 200000, "cost": cost})
        session.title = story.TITLE
        self._send(session, {"sessionUpdate": "session_info_update", "title": story.TITLE})
        self._say(session, story.CLOSING)

    def _test(self, session: Session) -> None:
        call = session.next_tool_call()
        terminal = self._open_terminal(session, " ".join(story.RUN_TESTS))
        self._update(
            session,
            {
                "sessionUpdate": "tool_call_update",
                "toolCallId": call,
                "name": "run_command",
                "title": " ".join(story.RUN_TESTS),
                "kind": "execute",
                "status": "in_progress",
                "content": [{"type": "terminal", "terminalId": terminal}],
                "rawInput": {"command": story.RUN_TESTS},
            },
        )
        code = self._stream(session, terminal, story.start_command(story.RUN_TESTS, session.cwd))
        self._pace.pause(0.2)
        status = "completed" if code == 0 else "failed"
        self._update(session, {"sessionUpdate": "tool_call_update", "toolCallId": call, "status": status})

    def _watch(self, session: Session) -> None:
        """Start a command that goes on when the turn has ended."""
        terminal = self._open_terminal(session, "check --watch")
        call = session.next_tool_call()
        self._update(
            session,
            {
                "sessionUpdate": "tool_call_update",
                "toolCallId": call,
                "name": "run_command",
                "title": "Watch the checks",
                "kind": "execute",
                "status": "completed",
                "content": [{"type": "terminal", "terminalId": terminal}],
            },
        )
        session.background.append({"type": "terminal", "terminalId": terminal})
        self._say(session, ("It runs in the background. ", "Ask me something else meanwhile.\n"))
        script = _BACKGROUND.format(pause=0.4 * self._pace.scale)
        process = story.start_command((sys.executable, "-c", script), session.cwd)
        threading.Thread(target=self._attend, args=(session, terminal, process), daemon=True).start()

    def _attend(self, session: Session, terminal: str, process: subprocess.Popen[bytes]) -> None:
        # The turn that started the command reports its own end first.
        with session.turn:
            pass
        self._stream(session, terminal, process)
        session.background.remove({"type": "terminal", "terminalId": terminal})
        with session.turn:
            self._state(session, "idle")

    def _open_terminal(self, session: Session, command: str) -> str:
        terminal = _new_id("term")
        update = {"sessionUpdate": "terminal_update", "terminalId": terminal, "command": command, "cwd": session.cwd}
        self._update(session, update)
        return terminal

    def _stream(self, session: Session, terminal: str, process: subprocess.Popen[bytes]) -> int:
        """Report a command's output as it comes, then its exit; its exit code."""
        assert process.stdout is not None
        output = b""
        # Each piece is encoded by itself, also when it ends inside a character.
        while piece := os.read(process.stdout.fileno(), 4096):
            output += piece
            self._send(
                session,
                {
                    "sessionUpdate": "terminal_output_chunk",
                    "terminalId": terminal,
                    "data": b64encode(piece).decode(),
                },
            )
        process.stdout.close()
        code = process.wait()
        end = {"sessionUpdate": "terminal_update", "terminalId": terminal, "exitStatus": {"exitCode": code}}
        self._send(session, end)
        session.remember(end | {"output": {"data": b64encode(output).decode()}})
        return code

    def _read(self, session: Session, path: Path) -> None:
        call = session.next_tool_call()
        self._update(
            session,
            {
                "sessionUpdate": "tool_call_update",
                "toolCallId": call,
                "name": "read_file",
                "title": f"Read {story.GREETING}",
                "kind": "read",
                "status": "pending",
                "locations": [{"path": str(path), "line": 1}],
                "rawInput": {"path": str(path)},
            },
        )
        self._pace.pause(0.3)
        self._update(session, {"sessionUpdate": "tool_call_update", "toolCallId": call, "status": "in_progress"})
        content = [
            {"type": "content", "content": {"type": "text", "text": line}}
            for line in path.read_text(encoding="utf-8").splitlines(keepends=True)
        ]
        for block in content:
            self._send(session, {"sessionUpdate": "tool_call_content_chunk", "toolCallId": call, "content": block})
        end = {"sessionUpdate": "tool_call_update", "toolCallId": call, "status": "completed"}
        self._send(session, end)
        session.remember(end | {"content": content})

    def _edit(self, session: Session, path: Path) -> bool:
        """Edit the file if the user lets us."""
        call = session.next_tool_call()
        title = f"Edit {story.GREETING}"
        self._update(
            session,
            {
                "sessionUpdate": "tool_call_update",
                "toolCallId": call,
                "name": "edit_file",
                "title": title,
                "kind": "edit",
                "status": "pending",
                "content": [_diff(path)],
                "locations": [{"path": str(path), "line": 5}],
            },
        )
        self._state(session, "requires_action")
        allowed = self._permitted(session, call, title)
        if not session.cancelled.is_set():
            self._state(session, "running")
        if allowed:
            path.write_text(story.MENDED, encoding="utf-8")
        status = "completed" if allowed else "cancelled" if session.cancelled.is_set() else "failed"
        self._update(session, {"sessionUpdate": "tool_call_update", "toolCallId": call, "status": status})
        return allowed

    def _permitted(self, session: Session, call: str, title: str) -> bool:
        asked = self._connection.begin(
            "session/request_permission",
            {
                "sessionId": session.id,
                "title": f"{title}?",
                "description": "The greeting gets a comma and a hand.",
                "subject": {"type": "tool_call", "toolCall": {"toolCallId": call}},
                "options": [
                    {"optionId": "once", "name": "Allow", "kind": "allow_once"},
                    {"optionId": "always", "name": "Always allow", "kind": "allow_always"},
                    {"optionId": "no", "name": "Reject", "kind": "reject_once"},
                ],
            },
        )
        with _withdrawing(session, self._connection, asked.number):
            try:
                outcome = asked.answer.result()["outcome"]
            except (RpcError, CancelledError):
                return False
        return outcome["outcome"] == "selected" and outcome["optionId"] in ("once", "always")

    def _plan(self, session: Session, done: int) -> None:
        entries = [
            {
                "content": step,
                "priority": "high" if number == 1 else "medium",
                "status": "completed" if number < done else "in_progress" if number == done else "pending",
            }
            for number, step in enumerate(story.STEPS)
        ]
        plan = {"type": "items", "planId": "plan_1", "entries": entries}
        self._update(session, {"sessionUpdate": "plan_update", "plan": plan})

    def _say(
        self, session: Session, words: Sequence[str] | Iterator[str], kind: str = "agent_message", pause: float = 0.15
    ) -> None:
        """Stream one message or thought; a cancellation ends it."""
        message = _new_id("msg")
        said = ""
        for word in words:
            if session.cancelled.is_set():
                break
            content = {"type": "text", "text": word}
            self._send(session, {"sessionUpdate": f"{kind}_chunk", "messageId": message, "content": content})
            said += word
            self._pace.pause(pause)
        session.remember({"sessionUpdate": kind, "messageId": message, "content": [{"type": "text", "text": said}]})

    def _state(self, session: Session, state: str, **more: Json) -> None:
        update = {"sessionUpdate": "state_update", "state": state, "background": list(session.background)}
        self._send(session, update | more)

    def _update(self, session: Session, update: Json) -> None:
        self._send(session, update)
        session.remember(update)

    def _send(self, session: Session, update: Json) -> None:
        self._connection.notify("session/update", {"sessionId": session.id, "update": update})


@contextmanager
def _withdrawing(session: Session, connection: Connection, number: int) -> Iterator[None]:
    """While it lasts, a cancellation takes back the request with that id."""
    session.withdraw = lambda: connection.notify("$/cancel_request", {"requestId": number})
    try:
        yield
    finally:
        session.withdraw = None


def _settings(session: Session) -> Json:
    commands = [{"type": "command", "name": name, "description": text} for name, text in story.COMMANDS.items()]
    return {"configOptions": model_option(session, "configId"), "availableCommands": commands}


def _diff(path: Path) -> Json:
    """The edit of one line as v2 wants it: changes, and a git patch with absolute paths and no a/ b/ prefixes."""
    before, after = (text.splitlines(keepends=True) for text in (story.BROKEN, story.MENDED))
    same = next(number for number, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)
    lines = [" " + line for line in before[:same]] + ["-" + before[same], "+" + after[same]]
    lines += [" " + line for line in after[same + 1 :]]
    patch = (
        f"diff --git {path} {path}\n--- {path}\n+++ {path}\n@@ -1,{len(before)} +1,{len(after)} @@\n{''.join(lines)}"
    )
    return {
        "type": "diff",
        "changes": [{"operation": "modify", "path": str(path), "fileType": "text", "mimeType": "text/x-python"}],
        "patch": {"format": "git_patch", "text": patch},
    }


def _new_id(kind: str) -> str:
    return f"{kind}_{secrets.token_hex(4)}"
