"""Two forms of one account number agree and two numbers never do; masked numbers can be distinguished."""

from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from finance.account_numbers import numbers_agree, visible_end

WIDTHS = (2, 4, 7, 2)
Number = tuple[int, int, int, int]
NUMBERS = st.tuples(st.integers(1, 99), st.integers(1, 9999), st.integers(1, 9_999_999), st.integers(0, 99))


def filled(number: Number) -> list[str]:
    return [str(group).rjust(width, "0") for group, width in zip(number, WIDTHS, strict=True)]


def writings(number: Number) -> Sequence[str]:
    """The ways in which banks and people write a number of four groups."""
    groups = filled(number)
    *inner, suffix = groups
    ways = ["-".join(groups), " ".join(groups), "".join(groups), "-".join([*inner, suffix.rjust(3, "0")])]
    ways.append("".join([*inner[:2], inner[2].rjust(8, "0"), suffix.rjust(4, "0")]))
    ways.append("-".join([inner[0], inner[1], inner[2].lstrip("0"), suffix]))
    return [*ways, "-".join(inner), "".join(inner)] if number[3] == 0 else ways


def grouped(number: Number) -> Sequence[str]:
    """Return those of its writings that show its groups."""
    return [text for text in writings(number) if "-" in text or " " in text]


@given(NUMBERS, st.data())
def test_a_grouped_writing_agrees_with_every_other_one_of_the_same_number(number: Number, data: st.DataObject) -> None:
    one, other = data.draw(st.sampled_from(["-".join(filled(number))])), data.draw(st.sampled_from(writings(number)))

    assert numbers_agree(f"Everyday {one}", other) is True
    assert numbers_agree(other, one) is True


@given(NUMBERS, NUMBERS, st.data())
def test_two_numbers_never_agree_however_they_are_written(one: Number, other: Number, data: st.DataObject) -> None:
    assume(one != other)
    digits, others = "".join(filled(one)), "".join(filled(other))
    cores = [text[:-2] for text in (digits, others)]
    assume(not any(long.endswith(short.lstrip("0")) for long, short in ((digits, cores[1]), (others, cores[0]))))
    assume(not any(long.endswith(short.lstrip("0")) for long, short in (cores, cores[::-1])) or one[3] or other[3])

    first, second = data.draw(st.sampled_from(grouped(one))), data.draw(st.sampled_from(writings(other)))

    assert numbers_agree(first, second) is False
    assert numbers_agree(second, first) is False


@given(NUMBERS, st.integers(0, 14), st.integers(1, 9))
def test_one_other_digit_is_another_number(number: Number, place: int, more: int) -> None:
    digits = "".join(filled(number))
    changed = digits[:place] + str((int(digits[place]) + more) % 10) + digits[place + 1 :]

    assert numbers_agree("-".join(filled(number)), changed) is False
    assert numbers_agree(changed, "-".join(filled(number))) is False


@pytest.mark.parametrize(
    ("printed", "known", "agrees"),
    [
        ("12-3456-7890123-00", "1234567890123", True),
        ("12-3456-7890123-00", "12-3456-7890123-01", False),
        ("02-1234-0567890-00", "0212340567890000", True),
        ("02-1234-0567890-00", "02-1234-0567891-00", False),
        ("12-3456-7890123-00", "0123", True),
        ("12-3456-7890123-00", "7890124", False),
        ("12-3456-7890123-01", "1234567890123", False),
        ("4111 **** **** 1234", "4111111111111234", True),
        ("4111 **** **** 1234", "9994111", False),
        ("xx1234", "4111 **** **** 1234", True),
        ("12345678xxxx", "123456789999", None),
        ("GB29 NWBK 6016 1331 9268 19", "GB29NWBK60161331926819", True),
        ("GB29NWBK60161331926819", "60-16-13 31926819", True),
        ("GB29NWBK60161331926819", "60-16-13 31926818", False),
    ],
)
def test_numbers_as_banks_print_them(printed: str, known: str, agrees: bool | None) -> None:
    assert numbers_agree(printed, known) is agrees


@pytest.mark.parametrize(
    ("number", "end"),
    [
        ("02-1234-0567890-00", "7890-00"),
        ("12-3456-7890123-01", "0123-01"),
        ("DE89370400440532013000", "3000"),
        ("DE89 3704 0044 0532 0130 00", "3000"),
        ("4111 **** **** 1234", "1234"),
        ("7890000", "90000"),
        ("xx12", "12"),
        ("1234", "1234"),
        ("", ""),
    ],
)
def test_the_visible_end_of_a_number_tells_it_apart(number: str, end: str) -> None:
    assert visible_end(number) == end


@given(NUMBERS, NUMBERS)
def test_accounts_of_one_branch_that_differ_in_their_last_digits_have_other_ends(one: Number, other: Number) -> None:
    assume((one[2] % 10_000, one[3]) != (other[2] % 10_000, other[3]))

    assert visible_end("-".join(filled(one))) != visible_end("-".join(filled(other)))
