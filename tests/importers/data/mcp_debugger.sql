CREATE TABLE messages (session_id TEXT, message_id TEXT, direction TEXT, method TEXT, params TEXT, result TEXT,
  error TEXT, timestamp REAL, latency_ms REAL, message_type TEXT);
CREATE TABLE server_logs (session_id TEXT, timestamp REAL, raw_text TEXT);
INSERT INTO messages VALUES
  ('s', '1', 'client_to_server', 'initialize', '{"protocolVersion": 1}', NULL, NULL, 1770000000.0, NULL, 'request'),
  ('s', '1', 'server_to_client', NULL, NULL, '{"protocolVersion": 1.0}', NULL, 1770000002.0, 2000, 'response'),
  ('s', 'a-b', 'client_to_server', 'session/new', NULL, NULL, NULL, 1770000003.0, NULL, 'request'),
  ('s', 'a-b', 'server_to_client', NULL, NULL, NULL, '{"code": 1, "message": "no"}', 1770000004.0, 1000, 'response'),
  ('s', NULL, 'server_to_client', 'session/update', '{}', NULL, NULL, 1770000005.0, NULL, 'notification');
INSERT INTO server_logs VALUES ('s', 1770000001.0, 'warming up');
