PRAGMA user_version = 4;
CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, agent_command TEXT, started_at INTEGER, ended_at INTEGER,
  client_name TEXT, imported_at INTEGER, client_version TEXT, client_platform TEXT, agent_name TEXT, agent_version TEXT,
  protocol_version INTEGER, current_mode TEXT, current_model TEXT, agent_capabilities_json TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, seq INTEGER, timestamp INTEGER,
  direction TEXT, kind TEXT, method TEXT, rpc_id TEXT, raw TEXT, payload_json TEXT, parse_error TEXT);
INSERT INTO sessions (id, name, agent_command, started_at) VALUES
  ('b', NULL, 'second', 1770000100000), ('a', 'first', 'agent --acp', 1770000000000), ('c', 'empty', 'third', 1770000200000);
INSERT INTO messages (session_id, seq, timestamp, direction, kind, method, rpc_id, raw) VALUES
  ('a', 2, 1770000000300, 'agent-to-editor', 'response', NULL, '0', '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}'),
  ('b', 1, 1770000100001, 'editor-to-agent', 'request', 'initialize', 'x', '{"jsonrpc":"2.0","id":"x","method":"initialize"}'),
  ('a', 1, 1770000000200, 'editor-to-agent', 'request', 'initialize', '0', '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}'),
  ('a', 3, 1770000000400, 'agent-to-editor', 'unknown', NULL, NULL, NULL);
