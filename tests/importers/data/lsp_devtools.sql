CREATE TABLE messages (metadata JSON, headers JSON, body JSON);
INSERT INTO messages VALUES
  ('{"timestamp": "2026-03-01 09:00:00.000001+00:00", "source": 2, "session": "todo"}', '{}', '{"jsonrpc":"2.0","id":1,"method":"initialize"}'),
  ('{"timestamp": "2026-03-01 09:00:01.000001+00:00", "source": 3, "session": "todo"}', '{}', '{"jsonrpc":"2.0","id":"1","result":{}}'),
  ('{"timestamp": "2026-03-01 09:00:02.000001+00:00", "source": 3, "session": "todo"}', '{}', NULL);
