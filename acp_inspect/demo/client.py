"""The sample Client: `python -m acp_inspect.demo.client [options] -- AGENT …` starts an agent and talks with it."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from functools import partial
from pathlib import Path

from acp_inspect.demo.connection import Connection, RpcError
from acp_inspect.demo.editor import Editor
from acp_inspect.demo.story import Pace, unpack
from acp_inspect.demo.talk import Talk
from acp_inspect.wire.json_text import Json

_FAREWELL_SECONDS = 30.0


def tour(talk: Talk) -> None:
    """A well-behaved session: work with tools and a permission, a cancelled turn, closing, and loading again."""
    talk.initialize()
    session = talk.new_session()
    talk.choose_model(session, "sample-small")
    talk.choose_model(session, "sample-large")
    talk.say(session, "/fix the greeting, please – Zoë waits for it 🙏")
    talk.cancel_when(session, "/slow", partial(talk.wait_for, session, _counts, count=3))
    talk.close(session)
    talk.list_sessions()
    talk.reopen(session)


def faults(talk: Talk) -> None:
    """An agent that breaks the protocol in many ways."""
    talk.initialize()
    session = talk.new_session()
    talk.say(session, "Hello there! Is anybody home?")
    talk.say(session, "/faults")
    talk.close(session)
    talk.reopen(session)


def two(talk: Talk) -> None:
    """Two sessions at work at the same time."""
    talk.initialize()
    sessions = [talk.new_session(), talk.new_session()]
    texts = ("One, two, three, four, five, six", "Uno, due, tre, quattro, cinque, sei")
    talking = [threading.Thread(target=talk.say, args=pair) for pair in zip(sessions, texts, strict=True)]
    for thread in talking:
        thread.start()
    for thread in talking:
        thread.join()


def background(talk: Talk) -> None:
    """Work that goes on after its turn, and another turn meanwhile (v2)."""
    talk.initialize()
    session = talk.new_session()
    talk.say(session, "/watch")
    talk.say(session, "How is it going?")
    talk.wait_for(session, _background_ended)


def question(talk: Talk) -> None:
    """A turn that is cancelled while the user thinks about a permission."""
    talk.initialize()
    session = talk.new_session()
    talk.cancel_when(session, "/fix", talk.wait_for_question)


def queue(talk: Talk) -> None:
    """A second prompt while the first is at work; the cancellation ends both."""
    talk.initialize()
    session = talk.new_session()

    def ready() -> None:
        talk.wait_for(session, _counts, count=3)
        second.append(talk.begin(session, "And then count backwards").answer)
        talk.wait_for(session, _counts, count=6)

    second: list[Json] = []
    talk.cancel_when(session, "/slow", ready)
    second[0].exception()


def words(talk: Talk, texts: list[str], *, reopen: bool) -> None:
    """One session with the given prompts, perhaps closed and opened again."""
    talk.initialize()
    session = talk.new_session()
    for text in texts:
        talk.say(session, text)
    if reopen:
        talk.close(session)
        talk.reopen(session)


SCENARIOS: dict[str, Callable[[Talk], None]] = {
    "tour": tour,
    "faults": faults,
    "two": two,
    "background": background,
    "question": question,
    "queue": queue,
}


def main(argv: list[str]) -> int:
    """Play a scenario with an agent. Exit code: the agent's, or 1 if the scenario failed."""
    parser = argparse.ArgumentParser(prog="python -m acp_inspect.demo.client", description=__doc__)
    parser.add_argument("--v2", action="store_true", help="speak version 2 of the protocol")
    parser.add_argument("--scenario", choices=[*SCENARIOS], default="tour")
    parser.add_argument("--say", action="append", metavar="TEXT", help="send this prompt instead of a scenario")
    parser.add_argument("--reopen", action="store_true", help="with --say: close and open the session at the end")
    parser.add_argument("--no-notices", action="store_true", help="do not advertise that we can show notices")
    parser.add_argument("--answer", choices=["allow_once", "reject_once", "none"], default="allow_once")
    parser.add_argument("--folder", type=Path, help="the project; its files are made in it (default: a temporary one)")
    parser.add_argument("--pace", type=float, default=1.0, help="1 is made for the eye, 0.05 for tests")
    parser.add_argument("agent", nargs="+", metavar="-- AGENT …")
    options = parser.parse_args(argv)
    play = partial(words, texts=options.say, reopen=options.reopen) if options.say else SCENARIOS[options.scenario]
    with tempfile.TemporaryDirectory(prefix="greeting-") as temporary:
        folder = options.folder or Path(temporary).resolve()
        unpack(folder)
        editor = Editor(folder, Pace(options.pace), options.answer)
        process = subprocess.Popen(options.agent, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin is not None
        assert process.stdout is not None
        connection = Connection(process.stdout, process.stdin)
        talk = Talk(connection, editor, folder, 2 if options.v2 else 1, notices=not options.no_notices)
        reading = threading.Thread(target=connection.serve, args=(talk,), daemon=True)
        reading.start()
        try:
            play(talk)
        except (RpcError, ConnectionError, TimeoutError, CancelledError) as error:
            sys.stderr.write(f"sample-client: {str(error) or 'the agent ended early'}\n")
            process.terminate()
            return 1
        finally:
            connection.close()
            code = process.wait(_FAREWELL_SECONDS)
            reading.join(_FAREWELL_SECONDS)
    return code


def _counts(update: Json) -> bool:
    return bool(update.get("sessionUpdate") == "agent_message_chunk" and update["content"]["text"].strip().isdigit())


def _background_ended(update: Json) -> bool:
    return bool(update.get("sessionUpdate") == "state_update" and update.get("background") == [] and _idle(update))


def _idle(update: Json) -> bool:
    return bool(update.get("state") == "idle")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
