"""The two themes. Client and Agent are blue and orange, which every kind of colour vision tells apart."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

DARK: Final = Theme(
    name="acp-dark",
    dark=True,
    primary="#5aa9e6",
    secondary="#e69f00",
    accent="#5aa9e6",
    foreground="#d8dee6",
    background="#14181d",
    surface="#1a1f26",
    panel="#222932",
    success="#3fb58f",
    warning="#e6c34a",
    error="#ff6b5e",
    variables={
        "client": "#6cb8f0",
        "agent": "#f0a83a",
        "stderr": "#b09ad0",
        "lane": "#465262",
        "faint": "#6f7c8b",
        "session-1": "#56c2b6",
        "session-2": "#e08bb8",
        "session-3": "#b5cc5a",
        "session-4": "#8fa8ff",
        "session-5": "#e8c547",
        "session-6": "#d99a6c",
        "cursor": "#2b4664",
        "cursor-idle": "#29323d",
        "footer-key-foreground": "#6cb8f0",
        "block-cursor-text-style": "none",
    },
)

LIGHT: Final = Theme(
    name="acp-light",
    dark=False,
    primary="#0b63a5",
    secondary="#a35200",
    accent="#0b63a5",
    foreground="#1d242c",
    background="#fbfbf9",
    surface="#f3f3ef",
    panel="#e7e8e4",
    success="#0b7a5c",
    warning="#8a6100",
    error="#c0281c",
    variables={
        "client": "#0b63a5",
        "agent": "#a64f00",
        "stderr": "#6a4c93",
        "lane": "#b9bec3",
        "faint": "#6b747d",
        "session-1": "#0a7d73",
        "session-2": "#a83271",
        "session-3": "#5c7300",
        "session-4": "#3d4fc4",
        "session-5": "#866300",
        "session-6": "#94502a",
        "cursor": "#c9dff2",
        "cursor-idle": "#e2e6e9",
        "footer-key-foreground": "#0b63a5",
        "block-cursor-text-style": "none",
    },
)
