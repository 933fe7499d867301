CREATE TABLE sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, session_uuid TEXT UNIQUE NOT NULL, server_command TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id INTEGER NOT NULL REFERENCES sessions(id),
  message_id TEXT, direction TEXT NOT NULL CHECK(direction IN ('client_to_server', 'server_to_client')), method TEXT,
  params TEXT, result TEXT, error TEXT, timestamp REAL NOT NULL, latency_ms REAL, message_type TEXT);
CREATE TABLE server_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id INTEGER NOT NULL,
  source TEXT NOT NULL DEFAULT 'server_stdout', raw_text TEXT NOT NULL, logged_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP);
INSERT INTO messages VALUES
  (1, 7, '1', 'client_to_server', 'initialize', '{"protocolVersion": 1}', NULL, NULL, 1770000000.0, NULL, 'request'),
  (2, 7, '1', 'server_to_client', NULL, NULL, '{"protocolVersion": 1.0}', NULL, 1770000002.0, 2000, 'response'),
  (3, 7, 'a-b', 'client_to_server', 'session/new', NULL, NULL, NULL, 1770000003.0, NULL, 'request'),
  (4, 7, 'a-b', 'server_to_client', NULL, NULL, NULL, '{"code": 1, "message": "no"}', 1770000004.0, 1000, 'response'),
  (5, 7, NULL, 'server_to_client', 'session/update', '{}', NULL, NULL, 1770000005.0, NULL, 'notification');
INSERT INTO server_logs (session_id, source, raw_text, logged_at) VALUES
  (7, 'server_stdout', 'Loading', '2026-02-02 02:40:01'), (7, 'server_stderr', 'warming up', '2026-02-02 02:40:01');
