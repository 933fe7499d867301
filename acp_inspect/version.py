"""The version of acp-inspect, as a constant: reading it must cost nothing on the tee's start path."""

VERSION = "0.1.0"
