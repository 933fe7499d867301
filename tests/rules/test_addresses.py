"""Addresses, taken apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.rules.addresses import Address, address_of


def test_an_address_has_scheme_host_user_and_parameters() -> None:
    address = address_of("HTTPS://ada:pw@Login.Example:8443/a?state=1&token=#email=ada%40example.org")
    assert address == Address(
        "https", "login.example", True, (("state", "1"), ("token", ""), ("email", "ada@example.org"))
    )


def test_an_at_sign_behind_the_host_names_no_user() -> None:
    address = address_of("https://login.example/@ada?to=a@b")
    assert address is not None
    assert not address.user


@pytest.mark.parametrize("text", ["login.example", "", "http://[::1", None, 5, "https://" + "a" * 9_000])
def test_what_is_no_address(text: object) -> None:
    assert address_of(text) is None


@pytest.mark.parametrize(
    ("text", "local"),
    [
        ("http://localhost:8080/a", True),
        ("http://app.localhost", True),
        ("http://127.8.9.1", True),
        ("http://[::1]:3000", True),
        ("http://localhost.example", False),
        ("http://192.168.0.1", False),
        ("vscode:open", False),
    ],
)
def test_which_addresses_lead_to_the_machine_itself(text: str, local: bool) -> None:
    address = address_of(text)
    assert address is not None
    assert address.is_local is local


def test_too_many_parameters_are_none() -> None:
    address = address_of("https://login.example/?" + "&".join(f"a{n}=1" for n in range(300)))
    assert address is not None
    assert address.pairs == ()


@given(st.text() | st.text(alphabet="htps:/@[]?#&=%.0123456789a", max_size=60))
def test_any_text_has_an_answer(text: str) -> None:
    address = address_of(text)
    assert address is None or address.is_local in (True, False)
