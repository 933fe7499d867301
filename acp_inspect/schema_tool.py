"""`python -m acp_inspect.schema_tool FOLDER`: make the packaged schema data from the official package, or check it."""

from __future__ import annotations

from pathlib import Path

import click

from acp_inspect.errors import AcpInspectError, UsageError
from acp_inspect.protocol.schema import VERSIONS, surface_file
from acp_inspect.protocol.schema_build import SchemaSource, build, canonical
from acp_inspect.wire.json_text import JsonFault, read_json

_PROTOCOL = Path(__file__).parent / "protocol"


def made_from(folder: Path) -> dict[Path, bytes]:
    """The packaged files, path → bytes, as the official package in `folder` makes them.

    Raises UsageError when it is not the official package.
    """
    name, version = _package(folder / "package.json")
    made = {}
    for protocol in VERSIONS:
        for unstable in (False, True):
            file = f"schema/v{protocol}/{surface_file(unstable)}"
            data = build(_bytes(folder / file), SchemaSource(name, version, file))
            if data["unread"]:
                raise UsageError(f"{file} uses key words that decoding does not know: {', '.join(data['unread'])}")
            made[_PROTOCOL / f"v{protocol}" / surface_file(unstable)] = canonical(data)
    return made


def _package(path: Path) -> tuple[str, str]:
    read = read_json(_bytes(path))
    if isinstance(read, JsonFault) or not isinstance(read.value, dict):
        raise UsageError(f"{path} is no package.json")
    return str(read.value.get("name")), str(read.value.get("version"))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror}; give the folder of the npm package @agentclientprotocol/sdk"
        ) from error


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Change nothing; fail unless the packaged files are what FOLDER makes.")
def main(folder: Path, check: bool) -> None:
    """Make the packaged schema data from FOLDER, the npm package @agentclientprotocol/sdk."""
    try:
        made = made_from(folder)
    except AcpInspectError as error:
        raise click.ClickException(str(error)) from error
    wrong = [path for path, content in made.items() if not path.exists() or path.read_bytes() != content]
    if check and wrong:
        names = ", ".join(str(path.relative_to(_PROTOCOL)) for path in wrong)
        raise click.ClickException(f"not what {folder} makes: {names}; run make schema SDK={folder}")
    for path in wrong:
        path.write_bytes(made[path])
    click.echo(f"{len(made)} files, {'all as made' if check else f'{len(wrong)} written'}")


if __name__ == "__main__":
    main()
