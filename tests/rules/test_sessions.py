"""Sessions that are not there: what later messages may explain, what a capture does not show, and what only raced."""

from __future__ import annotations

from acp_inspect.rules.beginnings import BEGINNINGS
from acp_inspect.rules.declare import Level
from acp_inspect.wire.transcript import parse_transcript
from tests.rules.judging import findings

_NEW = 'C {"jsonrpc":"2.0","id":5,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}\n'
_MADE = 'A {"jsonrpc":"2.0","id":5,"result":{"sessionId":"s5"}}\n'
_REFUSED = 'A {"jsonrpc":"2.0","id":5,"error":{"code":-32603,"message":"Internal error"}}\n'


def _update(session: str, update: str) -> str:
    members = f'"sessionId":"{session}","update":{{"sessionUpdate":{update}}}'
    return f'A {{"jsonrpc":"2.0","method":"session/update","params":{{{members}}}}}\n'


_TITLE = '"session_info_update","title":"T"'


def _found(beginning: str, *lines: str) -> list[tuple[int, str, Level]]:
    """Line (from 1, after the beginning), rule and level of what is found about sessions."""
    start = parse_transcript(BEGINNINGS[beginning]) if beginning else []
    found = findings(start + parse_transcript("".join(lines)))
    about = [(line, finding) for line, finding in found if finding.rule.startswith(("session/", "subagent/"))]
    return sorted((line - len(start), finding.rule, finding.level) for line, finding in about)


def test_what_comes_before_a_new_session_is_told_waits_for_the_answer() -> None:
    early = (1, "session/update-before-created", Level.WARNING)
    assert _found("v1-open", _NEW, _update("s5", _TITLE)) == []
    assert _found("v1-open", _NEW, _update("s5", _TITLE), _MADE) == [(early[0] + 1, *early[1:])]
    assert _found("v2-open", _NEW, _update("s5", _TITLE), _MADE) == []


def test_what_no_answer_explains_is_of_an_unknown_session() -> None:
    unknown = (2, "session/update-unknown", Level.ERROR)
    assert _found("v1-open", _NEW, _update("s9", _TITLE), _MADE) == [unknown]
    assert _found("v2-open", _NEW, _update("s9", _TITLE), _REFUSED) == [unknown]


def test_an_agent_that_ends_before_it_answers_is_not_blamed_for_the_early_update() -> None:
    gone = '= {"control":"exited","code":null,"signal":9}\n'
    assert _found("v1-open", _NEW, _update("s5", _TITLE), gone) == []


def test_while_a_turn_runs_a_late_announcement_of_a_child_says_more_than_an_unknown_session() -> None:
    early = _update("k1", '"state_update","state":"running"')
    announced = _update("s1", '"subagent_update","sessionId":"k1"')
    idle = _update("s1", '"state_update","state":"idle","stopReason":"end_turn"')
    assert _found("v2-turn", early, announced, idle) == [(1, "subagent/announced-late", Level.ERROR)]
    assert _found("v2-turn", early, idle) == [(1, "session/update-unknown", Level.ERROR)]
    assert _found("v2-turn", early) == [(1, "session/update-unknown", Level.ERROR)]


def test_a_capture_that_starts_late_knows_of_no_unknown_session() -> None:
    prompt = (
        'C {"jsonrpc":"2.0","id":5,"method":"session/prompt",'
        '"params":{"sessionId":"s9","prompt":[{"type":"text","text":"Hi"}]}}\n'
    )
    cancel = 'C {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s9"}}\n'
    done = 'A {"jsonrpc":"2.0","id":5,"result":{"stopReason":"cancelled"}}\n'
    assert _found("", prompt, _update("s9", _TITLE), cancel, done) == []


def test_a_session_that_could_not_be_loaded_is_unknown() -> None:
    load = (
        'C {"jsonrpc":"2.0","id":5,"method":"session/load","params":{"sessionId":"s9","cwd":"/work","mcpServers":[]}}\n'
    )
    replayed = _update("s9", '"user_message_chunk","content":{"type":"text","text":"Hi"}')
    assert _found("v1-all-open", load, replayed, _REFUSED, _update("s9", _TITLE)) == [
        (4, "session/update-unknown", Level.ERROR)
    ]


def test_a_turn_that_ends_while_the_session_is_closed_may_have_raced() -> None:
    close = 'C {"jsonrpc":"2.0","id":5,"method":"session/close","params":{"sessionId":"s1"}}\n'
    closed = 'A {"jsonrpc":"2.0","id":5,"result":{}}\n'
    ended = 'A {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}\n'
    failed = 'A {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Aborted"}}\n'
    rule = "session/close-does-not-cancel"
    assert _found("v1-all-prompt", close, ended, closed) == [(2, rule, Level.INFO)]
    assert _found("v1-all-prompt", close, failed, closed) == [(2, rule, Level.WARNING)]
    assert _found("v1-all-prompt", close, closed, ended) == [(3, rule, Level.ERROR)]


def test_a_capture_that_is_cut_short_does_not_show_that_a_prompt_was_never_answered() -> None:
    close = 'C {"jsonrpc":"2.0","id":5,"method":"session/close","params":{"sessionId":"s1"}}\n'
    closed = 'A {"jsonrpc":"2.0","id":5,"result":{}}\n'
    assert _found("v1-all-prompt", close, closed) == []


def test_the_echo_of_a_prompt_after_a_load_is_no_history() -> None:
    load = (
        'C {"jsonrpc":"2.0","id":5,"method":"session/load","params":{"sessionId":"s9","cwd":"/work","mcpServers":[]}}\n'
    )
    old = _update("s9", '"user_message_chunk","content":{"type":"text","text":"Old"}')
    loaded = 'A {"jsonrpc":"2.0","id":5,"result":{}}\n'
    prompt = (
        'C {"jsonrpc":"2.0","id":6,"method":"session/prompt",'
        '"params":{"sessionId":"s9","prompt":[{"type":"text","text":"Hi"}]}}\n'
    )
    echo = _update("s9", '"user_message_chunk","content":{"type":"text","text":"Hi"}')
    done = 'A {"jsonrpc":"2.0","id":6,"result":{"stopReason":"end_turn"}}\n'
    assert _found("v1-all-open", load, old, loaded, prompt, echo, done) == []


def test_live_output_in_a_resume_is_no_history() -> None:
    resume = (
        'C {"jsonrpc":"2.0","id":5,"method":"session/resume",'
        '"params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}\n'
    )
    live = _update("s1", '"agent_message_chunk","content":{"type":"text","text":"Hello"}')
    resumed = 'A {"jsonrpc":"2.0","id":5,"result":{}}\n'
    assert [finding for finding in _found("v1-all-prompt", resume, live, resumed) if finding[2] is not Level.INFO] == []
