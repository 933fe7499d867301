"""What the sample Client offers an agent: the user's answer to questions, files of one folder, and terminals (v1)."""

from __future__ import annotations

import itertools
import os
import threading
from pathlib import Path

from acp_inspect.demo.connection import INVALID_PARAMS, METHOD_NOT_FOUND, Reply, RpcError
from acp_inspect.demo.story import Pace, start_command
from acp_inspect.wire.json_text import Json

_THINKING_SECONDS = 1.2


class Editor:
    """Answers an agent's requests. `answer` is the option kind the user chooses, or `none`: the question stays open."""

    def __init__(self, folder: Path, pace: Pace, answer: str) -> None:
        self._folder = folder
        self._pace = pace
        self._answer = answer
        self._numbers = itertools.count(1)
        self._terminals: dict[str, _Terminal] = {}
        self._withdrawn = threading.Event()
        self.asked = threading.Event()
        """Whether the user was asked something."""

    def requested(self, method: str, params: Json, reply: Reply) -> None:
        """Answer a request of the Agent."""
        match method:
            case "session/request_permission":
                reply({"outcome": self._decide(params["options"])})
            case "fs/read_text_file":
                reply({"content": self._path(params).read_text(encoding="utf-8")})
            case "fs/write_text_file":
                self._path(params).write_text(params["content"], encoding="utf-8")
                reply({})
            case "terminal/create":
                terminal = f"term_{next(self._numbers)}"
                command = (params["command"], *(params.get("args") or ()))
                self._terminals[terminal] = _Terminal(command, params.get("cwd") or str(self._folder))
                reply({"terminalId": terminal})
            case "terminal/wait_for_exit":
                reply({"exitCode": self._terminal(params).wait()})
            case "terminal/output":
                reply(self._terminal(params).shown())
            case "terminal/kill":
                self._terminal(params).kill()
                reply({})
            case "terminal/release":
                self._terminals.pop(params["terminalId"]).kill()
                reply({})
            case _:
                raise RpcError(METHOD_NOT_FOUND, "Method not found", {"method": method})

    def withdraw(self) -> None:
        """Close the questions that are open: their answer is `cancelled`."""
        self._withdrawn.set()

    def _decide(self, options: list[Json]) -> Json:
        self.asked.set()
        thinking = None if self._answer == "none" else _THINKING_SECONDS * self._pace.scale
        if self._withdrawn.wait(thinking):
            self._withdrawn.clear()
            return {"outcome": "cancelled"}
        chosen = next((option for option in options if option["kind"] == self._answer), options[0])
        return {"outcome": "selected", "optionId": chosen["optionId"]}

    def _path(self, params: Json) -> Path:
        path = Path(params["path"]).resolve()
        if not path.is_relative_to(self._folder.resolve()):
            raise RpcError(INVALID_PARAMS, "The path is outside of the project", {"path": params["path"]})
        return path

    def _terminal(self, params: Json) -> _Terminal:
        terminal = self._terminals.get(params["terminalId"])
        if terminal is None:
            raise RpcError(INVALID_PARAMS, "No such terminal", {"terminalId": params["terminalId"]})
        return terminal


class _Terminal:
    """A command and what it has written."""

    def __init__(self, command: tuple[str, ...], cwd: str) -> None:
        self._process = start_command(command, cwd)
        self._output = b""
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def wait(self) -> int:
        """The exit code, when all output has been read."""
        self._reading.join()
        return self._process.wait()

    def shown(self) -> Json:
        """The result of `terminal/output`."""
        code = self._process.poll()
        status = {} if code is None else {"exitStatus": {"exitCode": code}}
        return {"output": self._output.decode(errors="replace"), "truncated": False} | status

    def kill(self) -> None:
        """End the command if it still runs."""
        self._process.kill()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as output:
            while piece := os.read(output.fileno(), 65536):
                self._output += piece
