CREATE TABLE protocol (session TEXT, timestamp REAL, source TEXT, id TEXT, method TEXT, params TEXT, result TEXT, error TEXT);
INSERT INTO protocol VALUES
  ('x', 1770000000.5, 'client', '1', 'initialize', '{"protocolVersion":1}', NULL, NULL),
  ('x', 1770000001.5, 'server', '1', NULL, NULL, '{"protocolVersion":1}', NULL),
  ('x', 1770000002.5, 'server', NULL, 'session/update', '{}', NULL, NULL);
