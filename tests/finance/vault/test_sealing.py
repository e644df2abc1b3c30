"""A sealed secret opens only with its key and purpose, unchanged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from people.encryption import BrokenSeal, decrypted, encrypted, new_key

KEY = new_key()


@given(st.binary(max_size=2000), st.text(max_size=50))
def test_an_opened_seal_returns_its_content(data: bytes, purpose: str) -> None:
    assert decrypted(KEY, encrypted(KEY, data, bound_to=purpose), bound_to=purpose) == data


@given(st.binary(min_size=8, max_size=200), st.data())
def test_a_byte_that_was_changed_breaks_the_seal(data: bytes, chance: st.DataObject) -> None:
    sealed = bytearray(encrypted(KEY, data, bound_to="a test"))
    place = chance.draw(st.integers(0, len(sealed) - 1))
    sealed[place] ^= chance.draw(st.integers(1, 255))

    with pytest.raises(BrokenSeal):
        decrypted(KEY, bytes(sealed), bound_to="a test")


@given(st.data())
def test_so_does_one_that_is_missing(chance: st.DataObject) -> None:
    sealed = encrypted(KEY, b"a secret", bound_to="a test")

    with pytest.raises(BrokenSeal):
        decrypted(KEY, sealed[: chance.draw(st.integers(0, len(sealed) - 1))], bound_to="a test")


def test_a_sealed_secret_opens_only_with_its_own_key_and_purpose() -> None:
    sealed = encrypted(KEY, b"a secret", bound_to="a test")

    for key, purpose in ((new_key(), "a test"), (KEY, "another")):
        with pytest.raises(BrokenSeal):
            decrypted(key, sealed, bound_to=purpose)


def test_a_seal_reveals_nothing_and_no_two_seals_are_alike() -> None:
    seals = {encrypted(KEY, b"the same secret", bound_to="a test") for _ in range(100)}

    assert len(seals) == 100
    assert not any(b"secret" in each for each in seals)
