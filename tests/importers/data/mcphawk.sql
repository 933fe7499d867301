CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, exchange_id TEXT, ts REAL, direction TEXT, kind TEXT,
  method TEXT, rpc_id TEXT, size INTEGER, tokens INTEGER, body TEXT, headers TEXT, note TEXT);
INSERT INTO messages (id, session_id, ts, direction, kind, body) VALUES
  (1, 's1', 1770000000.5, 'c2s', 'request', '{"jsonrpc":"2.0","id":"1","method":"initialize"}'),
  (2, 's2', 1770000001.0, 'c2s', 'request', '{"jsonrpc":"2.0","id":1,"method":"initialize"}'),
  (3, 's1', 1770000000.75, 's2c', 'response', '{"jsonrpc":"2.0","id":"1","result":{}}'),
  (4, 's1', 1770000000.8, 's2c', 'invalid', 'Loading'),
  (5, 's1', 1770000000.9, 's2c', 'invalid', NULL);
