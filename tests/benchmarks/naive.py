"""The tee that is written first: read a line, parse it, insert it, commit, pass it on. `naive.py RECORDING COMMAND…`."""

from __future__ import annotations

import asyncio  # noqa: TID251 - it is what the naive tee is made of
import json
import sqlite3
import sys

LIMIT = 16 * 1024 * 1024


async def main() -> None:
    """Relays stdin and stdout of the command and records both."""
    recording, *command = sys.argv[1:]
    database = sqlite3.connect(recording)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("CREATE TABLE line(id INTEGER PRIMARY KEY, direction TEXT, method TEXT, bytes BLOB)")
    agent = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LIMIT
    )
    assert agent.stdin is not None
    assert agent.stdout is not None
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LIMIT)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout)
    writer = asyncio.StreamWriter(transport, protocol, None, loop)

    async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, direction: str) -> None:
        while line := await source.readline():
            method = json.loads(line).get("method")
            database.execute("INSERT INTO line(direction, method, bytes) VALUES (?, ?, ?)", (direction, method, line))
            database.commit()
            sink.write(line)
            await sink.drain()
        sink.close()

    await asyncio.gather(pump(reader, agent.stdin, "c2a"), pump(agent.stdout, writer, "a2c"))
    await agent.wait()


asyncio.run(main())
