"""Our own failures, as one tree, with their exit codes. Traffic is never an exception: it is data.

AcpInspectError            1   something of ours failed
├── UsageError             2   the command was asked something it cannot do
│   ├── NoSuchRecording    2   no recording by that name, number, path or session
│   └── NotARecording      2   the file is something else, or empty
├── NewerFormat            3   the recording was made by a newer acp-inspect
└── StoreError             4   the disk or the database refused
"""


class AcpInspectError(Exception):
    """What went wrong, where, and what to do, in one line fit for stderr."""

    exit_code = 1


class UsageError(AcpInspectError):
    """The command was asked for something it cannot do."""

    exit_code = 2


class NoSuchRecording(UsageError):
    """No recording answers to that name, number, path or session id."""


class NotARecording(UsageError):
    """The file exists but is not a recording."""


class NewerFormat(AcpInspectError):
    """The recording's format is newer than this program."""

    exit_code = 3


class StoreError(AcpInspectError):
    """The disk or the database refused to do what was asked."""

    exit_code = 4
