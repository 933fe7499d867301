"""The tables, indexes and views of a recording, as SQL. docs/reference/store.md explains them.

`recording` and `line` are the recording. The rest is derived from `line`, may be dropped, and is made again when the
analysis changes. Words that repeat (methods, sessions, kinds) are stored once, in `word`.
"""

from __future__ import annotations

import re
from typing import Final

RECORDING: Final = """
CREATE TABLE recording (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  uuid TEXT NOT NULL,
  source TEXT NOT NULL,
  made_by TEXT NOT NULL,
  name TEXT,
  tags TEXT NOT NULL,
  argv TEXT NOT NULL,
  cwd TEXT,
  env_names TEXT NOT NULL,
  platform TEXT,
  tee_pid INTEGER,
  timed INTEGER NOT NULL,
  started_at INTEGER,
  journal_read INTEGER NOT NULL DEFAULT 0,
  ended TEXT,
  ended_at INTEGER,
  analysis INTEGER NOT NULL,
  agent_pid INTEGER,
  exit_code INTEGER,
  exit_signal INTEGER,
  client TEXT,
  client_version TEXT,
  agent TEXT,
  agent_version TEXT,
  protocol_offered INTEGER,
  protocol INTEGER,
  last_at INTEGER NOT NULL DEFAULT -1,
  lines INTEGER NOT NULL DEFAULT 0,
  events INTEGER NOT NULL DEFAULT 0,
  requests INTEGER NOT NULL DEFAULT 0,
  notifications INTEGER NOT NULL DEFAULT 0,
  responses INTEGER NOT NULL DEFAULT 0,
  malformed INTEGER NOT NULL DEFAULT 0,
  stderr INTEGER NOT NULL DEFAULT 0,
  gaps INTEGER NOT NULL DEFAULT 0,
  errors INTEGER NOT NULL DEFAULT 0,
  bytes_c2a INTEGER NOT NULL DEFAULT 0,
  bytes_a2c INTEGER NOT NULL DEFAULT 0,
  bytes_stderr INTEGER NOT NULL DEFAULT 0,
  judged INTEGER NOT NULL DEFAULT 0,
  judged_by TEXT
) STRICT
"""

LINE: Final = """
CREATE TABLE line (
  id INTEGER PRIMARY KEY,
  stream INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT
"""

DERIVED: Final = {
    "word": """
CREATE TABLE word (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT
""",
    "event": """
CREATE TABLE event (
  seq INTEGER PRIMARY KEY,
  line INTEGER NOT NULL,
  part INTEGER,
  at INTEGER NOT NULL,
  sender INTEGER,
  kind INTEGER NOT NULL,
  method INTEGER,
  update_kind INTEGER,
  session INTEGER,
  rpc_id TEXT,
  answers INTEGER,
  latency INTEGER,
  outcome INTEGER,
  size INTEGER NOT NULL
) STRICT
""",
    "exchange": """
CREATE TABLE exchange (
  request INTEGER PRIMARY KEY,
  response INTEGER,
  method INTEGER NOT NULL,
  session INTEGER,
  owner INTEGER NOT NULL,
  latency INTEGER,
  outcome INTEGER,
  cancelled INTEGER
) STRICT
""",
    "session": """
CREATE TABLE session (
  session INTEGER PRIMARY KEY,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  events INTEGER NOT NULL,
  prompts INTEGER NOT NULL
) STRICT
""",
}

FINDING: Final = """
CREATE TABLE finding (
  id INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL,
  rule TEXT NOT NULL,
  level TEXT NOT NULL,
  side TEXT NOT NULL,
  pointer TEXT NOT NULL,
  message TEXT NOT NULL,
  related TEXT NOT NULL,
  effect TEXT,
  evidence TEXT,
  session TEXT,
  version INTEGER NOT NULL
) STRICT
"""
"""What the rules say. Derived like the tables above, but by a process of its own (`store.findings`)."""

MARK: Final = """
CREATE TABLE IF NOT EXISTS mark (
  seq INTEGER PRIMARY KEY,
  comment TEXT NOT NULL,
  made_at INTEGER NOT NULL
) STRICT
"""
"""Events that somebody marked. Not derived: it stays when the other tables are made again."""

EARLY: Final = (
    "CREATE INDEX exchange_pending ON exchange (request) WHERE response IS NULL",
    "CREATE INDEX finding_seq ON finding (seq)",
)
"""Indexes a live recording needs."""

LATE: Final = (
    "CREATE INDEX IF NOT EXISTS event_session ON event (session) WHERE session IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS event_method ON event (method, update_kind) WHERE method IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS event_kind ON event (kind)",
    "CREATE INDEX IF NOT EXISTS event_outcome ON event (outcome) WHERE outcome IS NOT NULL",
)
"""Made when a recording is finished: one sort costs less than a million insertions. What is live is read at its end."""

VIEWS: Final = (
    """
CREATE VIEW timeline AS
SELECT event.seq, event.line, event.part,
  CASE WHEN event.at >= 0 THEN event.at / 1e9 END AS seconds,
  sender.text AS sender, kind.text AS kind, method.text AS method, update_kind.text AS update_kind,
  session.text AS session, event.rpc_id, event.answers, exchange.response AS answered_by,
  coalesce(event.latency, exchange.latency) / 1e6 AS latency_ms,
  coalesce(outcome.text, answered.text, CASE WHEN exchange.request THEN 'pending' END) AS outcome,
  event.size
FROM event
LEFT JOIN exchange ON exchange.request = event.seq
LEFT JOIN word AS sender ON sender.id = event.sender
LEFT JOIN word AS kind ON kind.id = event.kind
LEFT JOIN word AS method ON method.id = event.method
LEFT JOIN word AS update_kind ON update_kind.id = event.update_kind
LEFT JOIN word AS session ON session.id = event.session
LEFT JOIN word AS outcome ON outcome.id = event.outcome
LEFT JOIN word AS answered ON answered.id = exchange.outcome
""",
    """
CREATE VIEW messages AS
SELECT line.id AS line,
  CASE line.stream WHEN 0 THEN 'c2a' WHEN 1 THEN 'a2c' WHEN 2 THEN 'stderr' ELSE 'control' END AS stream,
  CASE WHEN line.first_at >= 0 THEN line.first_at / 1e9 END AS first_seconds,
  CASE WHEN line.last_at >= 0 THEN line.last_at / 1e9 END AS last_seconds,
  length(line.bytes) AS size,
  CAST(line.bytes AS TEXT) AS text
FROM line
""",
    """
CREATE VIEW exchanges AS
SELECT exchange.request, exchange.response, event.rpc_id, method.text AS method, session.text AS session,
  owner.text AS owner, exchange.latency / 1e6 AS latency_ms, coalesce(outcome.text, 'pending') AS outcome,
  exchange.cancelled
FROM exchange
LEFT JOIN event ON event.seq = exchange.request
LEFT JOIN word AS method ON method.id = exchange.method
LEFT JOIN word AS session ON session.id = exchange.session
LEFT JOIN word AS owner ON owner.id = exchange.owner
LEFT JOIN word AS outcome ON outcome.id = exchange.outcome
""",
    """
CREATE VIEW sessions AS
SELECT word.text AS session, session.first, session.last, session.events, session.prompts
FROM session LEFT JOIN word ON word.id = session.session
""",
    """
CREATE VIEW findings AS
SELECT finding.id, finding.seq, finding.level, finding.rule, finding.side, finding.message, finding.pointer,
  finding.related, finding.effect, finding.evidence, finding.session, finding.version,
  event.line, CASE WHEN event.at >= 0 THEN event.at / 1e9 END AS seconds
FROM finding LEFT JOIN event ON event.seq = finding.seq
""",
    """
CREATE VIEW gaps AS
SELECT event.seq, CASE WHEN event.at >= 0 THEN event.at / 1e9 END AS seconds,
  CASE WHEN json_valid(CAST(line.bytes AS TEXT)) THEN json_extract(CAST(line.bytes AS TEXT), '$.stream') END AS stream,
  CASE WHEN json_valid(CAST(line.bytes AS TEXT)) THEN json_extract(CAST(line.bytes AS TEXT), '$.size') END AS size,
  CASE WHEN json_valid(CAST(line.bytes AS TEXT)) THEN json_extract(CAST(line.bytes AS TEXT), '$.reason') END AS reason
FROM event JOIN line ON line.id = event.line
WHERE event.kind = (SELECT id FROM word WHERE text = 'gap')
""",
)

COLUMNS: Final = {
    name: frozenset(re.findall(r"^  (\w+) ", sql, re.MULTILINE))
    for name, sql in {"recording": RECORDING, "line": LINE, "finding": FINDING, **DERIVED}.items()
}
"""What the reader asks of a file before it trusts a query to it: these tables and columns, none of them computed."""

OPTIONAL: Final = {"mark": frozenset(re.findall(r"^  (\w+) ", MARK, re.MULTILINE))}
"""The same of tables that not every recording has."""
