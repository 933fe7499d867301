"""The console entry: `record` goes straight to the tee, everything else to the command line.

The tee stands between a client and its agent, so its start must cost no imports that it does not need.
"""

import sys


def main() -> None:
    """Run the command in `sys.argv`."""
    if len(sys.argv) > 1 and sys.argv[1] == "record":
        from acp_inspect.record.options import asks_for_help

        if not asks_for_help(sys.argv[2:]):
            from acp_inspect.record.tee import main as record

            record(sys.argv[2:])
    from acp_inspect.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
