"""What asks for a secret, by its words."""

from __future__ import annotations

import pytest

from acp_inspect.rules.secrets import asks_for_secret, letters, names_secret


@pytest.mark.parametrize(
    "name", ["password", "apiKey", "API key", "api_key", "Your access token", "privateKey", "card-number", "CVV"]
)
def test_names_of_secrets(name: str) -> None:
    assert names_secret(name)


@pytest.mark.parametrize(
    "name",
    [
        "passwordPolicy",
        "token limit",
        "tokens",
        "apiKeyName",
        "keyboard",
        "secretary",
        "author",
        "email",
        "pass",
        "",
        "ключ",
    ],
)
def test_names_of_other_things(name: str) -> None:
    assert not names_secret(name)


def test_sentences_that_ask_for_a_secret() -> None:
    assert asks_for_secret("Please paste your GitHub access token below.")
    assert asks_for_secret("Enter the password")
    assert not asks_for_secret("Your password has expired")
    assert not asks_for_secret("Enter the name of the password manager")


def test_letters_of_a_name() -> None:
    assert letters("Access-Token") == letters("access_token") == "accesstoken"
