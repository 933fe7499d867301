"""Strangers' databases do nothing but give their rows."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from acp_inspect.importers import assemble
from acp_inspect.importers.captured import ImportFault
from acp_inspect.importers.database import opened, text_of
from acp_inspect.importers.formats import detect, format_named
from tests.importers.reading import database, recognised, sample, source

TABLE = "CREATE TABLE t (a TEXT, b); INSERT INTO t VALUES ('2', x'ff'), ('1', NULL);"


def test_rows_come_by_column_in_the_asked_order() -> None:
    with opened(source(database(TABLE))) as found:
        assert found.has("t", "a", "b")
        assert not found.has("t", "c")
        assert not found.has("u")
        assert list(found.rows("t", "a")) == [{"a": "1", "b": None}, {"a": "2", "b": b"\xff"}]
        assert list(found.rows("t", "a", ("a", "2"))) == [{"a": "2", "b": b"\xff"}]
        assert list(found.rows("nothing")) == []


def test_views_and_triggers_are_no_tables() -> None:
    trigger = "CREATE TRIGGER g INSERT ON t BEGIN SELECT load_extension('x'); END;"
    statements = TABLE + trigger + "CREATE VIEW messages AS SELECT a AS session_id, load_extension('x') AS body FROM t;"
    with opened(source(database(statements))) as found:
        assert set(found.tables) == {"t"}


def test_virtual_tables_are_no_tables() -> None:
    with opened(source(database(TABLE + "CREATE VIRTUAL TABLE v USING fts5(body);"))) as found:
        assert "v" not in found.tables


def test_columns_that_compute_are_not_read() -> None:
    statements = "CREATE TABLE t (a, b AS (hex(zeroblob(400000000)))); INSERT INTO t VALUES (1);"
    with opened(source(database(statements))) as found:
        assert list(found.rows("t")) == [{"a": 1}]


def test_an_index_over_a_function_computes_nothing() -> None:
    statements = TABLE + "CREATE INDEX i ON t (upper(a)); CREATE INDEX j ON t (a) WHERE b = abs(-5);"
    with opened(source(database(statements))) as found:
        assert len(list(found.rows("t", "a"))) == 2


def test_names_are_quoted() -> None:
    with opened(source(database('CREATE TABLE "a""; DROP TABLE t; --" ("x"" y"); ' + TABLE))) as found:
        assert list(found.rows('a"; DROP TABLE t; --')) == []
        assert len(list(found.rows("t"))) == 2


def test_a_file_whose_schema_lies_is_refused() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(TABLE + "PRAGMA writable_schema = ON;")
        connection.execute(
            "INSERT INTO sqlite_master VALUES ('table', 'messages', 'messages', 0,"
            " 'CREATE VIEW messages AS SELECT 1 AS session_id')"
        )
        connection.commit()
        data = connection.serialize()
    with pytest.raises(ImportFault, match="cannot be read as a database: malformed"), opened(source(data)):
        pass


@pytest.mark.parametrize("size", [16, 99, 100, 4096, 5000])
def test_damaged_files_are_refused_in_words(size: int) -> None:
    data = sample("mcphawk.sql")
    with pytest.raises(ImportFault, match=r"^capture: ") as caught:
        recognised(data[:size] + b"\xff" * 9000, "mcphawk")
    assert "\n" not in str(caught.value)


def test_a_name_that_is_no_utf8_is_a_fault_in_words() -> None:
    data = sample("acp_devtools.sql").replace(b"messages (id", b"mess\x80ges (id")
    with pytest.raises(ImportFault, match=r"^capture: "):
        recognised(data, "acp-devtools-db")


def test_a_database_of_others_is_refused_with_what_was_looked_for() -> None:
    with pytest.raises(ImportFault, match="without the tables of what can be imported: acp-devtools-db, lsp-devtools"):
        detect(source(database(TABLE)))


def test_a_named_format_must_have_its_tables() -> None:
    with pytest.raises(ImportFault, match="has not the tables of mcphawk"):
        format_named("mcphawk").parts(source(database(TABLE)))
    with pytest.raises(ImportFault, match="cannot be read as a database"):
        format_named("mcphawk").parts(source(b"hello" * 1000))


def test_a_database_larger_than_memory_should_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assemble, "LARGEST_DOCUMENT", 4096)
    with pytest.raises(ImportFault, match="is larger than"):
        detect(source(database(TABLE + "CREATE TABLE u (a);")))


def test_values_become_text() -> None:
    assert [text_of(value) for value in (None, 1, "é", b"\xff")] == ["", "1", "é", "\ufffd"]
