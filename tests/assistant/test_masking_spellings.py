"""However an IBAN, a card, an account or a mailbox is spelled, it is hidden; ordinary amounts, days and references are not."""

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.masking import Placeholders, masked
from assistant.spellings import LENGTHS

SEPARATORS = [
    " ", "  ", ".", ",", ", ", "-", "_", "/", "\t", "|", ":", "\u00a0", "\u2003", "\u202f", "\u2011", "\u2013", "\u00ad", "\u200b",
    "\u200d", "\u2060", "\ufeff", " \u200b ", "\u00b7", "'", "*",
]  # fmt: skip
FULL_WIDTH = str.maketrans({chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)})
BEFORE, AFTER = ["", "IBAN ", "to:", "(", "Kto. ", "x-", "paid "], ["", " rent", ".", ")", ", Berlin", "\tEUR", " 12.50"]


def check_digits(country: str, account: str) -> str:
    rest = int("".join(str(int(character, 36)) for character in f"{account}{country}00")) % 97
    return f"{98 - rest:02}"


@st.composite
def ibans(draw: st.DrawFn) -> str:
    country = draw(st.sampled_from(sorted(LENGTHS)))
    account = draw(st.text("0123456789", min_size=LENGTHS[country] - 4, max_size=LENGTHS[country] - 4))
    return f"{country}{check_digits(country, account)}{account}"


@st.composite
def cards(draw: st.DrawFn) -> str:
    digits = draw(st.sampled_from("3456")) + draw(st.text("0123456789", min_size=14, max_size=14))
    total = sum(int(digit) if place % 2 else sum(divmod(2 * int(digit), 10)) for place, digit in enumerate(digits))
    return f"{digits}{-total % 10}"


def in_groups(text: str, separator: str) -> str:
    return separator.join(text[place : place + 4] for place in range(0, len(text), 4))


def is_hidden(secret: str, told: str) -> bool:
    """Return True if no six characters of the secret are in the masked text."""
    bare = "".join(character for character in told if character.isalnum()).casefold()
    return not any(secret[place : place + 6].casefold() in bare for place in range(len(secret) - 5))


surroundings = {"before": st.sampled_from(BEFORE), "after": st.sampled_from(AFTER)}


@pytest.mark.parametrize("separator", SEPARATORS)
@given(iban=ibans(), **surroundings)
def test_an_iban_is_hidden_whatever_separates_its_groups(separator: str, iban: str, before: str, after: str) -> None:
    text = f"{before}{in_groups(iban, separator)}{after}"
    placeholders = Placeholders()

    told = placeholders.hide(text)

    assert is_hidden(iban, told.removesuffix(after)), told
    assert placeholders.reveal(told) == text


@given(iban=ibans(), separators=st.lists(st.sampled_from([*SEPARATORS, ""]), min_size=33, max_size=33), lower=st.booleans())
def test_an_iban_with_its_check_digits_is_hidden_in_any_mixture(iban: str, separators: list[str], lower: bool) -> None:
    written = iban.lower() if lower else iban
    text = written[:2] + "".join(f"{part}{mark}" for part, mark in zip(written[2:], separators, strict=False))

    assert is_hidden(iban, masked(f"to {text}")), masked(f"to {text}")


@pytest.mark.parametrize("separator", [*SEPARATORS, "x", " x ", "X", ""])
@pytest.mark.parametrize("decimals", ["", ".00", ",00"])
@given(card=cards(), **surroundings)
def test_a_card_is_hidden_whatever_separates_its_groups(separator: str, decimals: str, card: str, before: str, after: str) -> None:
    told = masked(f"{before}{in_groups(card, separator)}{decimals}{after}")

    assert is_hidden(card, told), told


def test_full_width_spellings_are_hidden() -> None:
    for secret in ("DE89370400440532013000", "4111111111111111", "jane.doe@example.com", "12345678"):
        text = f"of {secret.translate(FULL_WIDTH)} on"
        placeholders = Placeholders()

        told = placeholders.hide(text)

        assert told == f"of {masked(secret)} on"
        assert placeholders.reveal(told) == text


def test_spellings_of_one_number_have_one_placeholder() -> None:
    told = masked("4111.1111.1111.1111 and 4111 1111 1111 1111 and 4\u200b111x1111x1111x1111 and 4111111111111111.00")

    assert told == "\u20261111 and \u20261111 and \u20261111 and \u20261111.00"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Account: 1234567", "Account: \u20264567"),
        ("account no. 123456", "account no. \u20263456"),
        ("A/C 123-4567", "A/C \u20264567"),
        ("Konto-Nr.: 1 234 567 8", "Konto-Nr.: \u20265678"),
        ("Kontonummer 1234567, EUR", "Kontonummer \u20264567, EUR"),
        ("ACCT#1234567", "ACCT#\u20264567"),
        ("Compte n\u00b0 1234567", "Compte n\u00b0 \u20264567"),
        ("\u53e3\u5ea7\u756a\u53f7\uff1a1234567", "\u53e3\u5ea7\u756a\u53f7\uff1a\u20264567"),
    ],
)
def test_an_account_after_its_label_is_hidden(text: str, told: str) -> None:
    assert masked(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "jane%40example.com", "jane%2540example.com", "jane.doe @ example.com", "jane.doe\t@\texample.com", "jane\uff20example.com",
        "jane\ufe6bexample.com", "ja\u00adne@exam\u200bple.com", "jane&#64;example.com", "jane @example.co.uk",
        "b\u00fcro @ beispiel.example",
    ],
)  # fmt: skip
def test_a_mailbox_is_hidden_however_its_sign_is_written(text: str) -> None:
    assert masked(f"write to {text} now") == "write to [email-1] now"


ORDINARY = [
    "2020/2021/2022/2023", "2023, 2024, 2025, 2026", "Account 8400", "Konto 70001", "Account: 1,234,567.89", "account 1.234.567",
    "Account 2026-01-31", "on account 31.01.2026", "balance of the account 12,345.67", "accounts 123", "3 @ 4.99", "2 @ EUR 5.00",
    "50% @ 20.00", "20%40", "invoice 2026-0017", "INV-12345", "AB12/3456", "RF12.3456.7890", "No 12, 500.00 on 30.06.2026",
    "at 12.30 5.00",
    "1000.00 2000.00 3000.00 4000.00", "4 x 1000 x 2000", "1,111,111.00", "DE 12 rent 500.00", "\u2026", "m\u00b2 12,50",
    "IT12 support 99.00",
]  # fmt: skip


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_figures_and_references_stay(text: str) -> None:
    assert masked(text) == text


amounts = st.decimals("0.01", "9999999.99", places=2)


def written(amount: Decimal, style: int) -> str:
    text = f"{amount:,.2f}"
    return (text, text.replace(",", ""), text.translate(str.maketrans(",.", ".,")), text.translate(str.maketrans(",.", " ,")))[style]


@given(
    figures=st.lists(amounts, min_size=1, max_size=4),
    day=st.dates(dt.date(1999, 1, 1), dt.date(2030, 12, 31)),
    form=st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y"]),
    reference=st.integers(1, 99999),
    style=st.integers(0, 3),
    apart=st.sampled_from(["  EUR ", "\t", "; ", "\u200b ; "]),
    word=st.sampled_from(["Rent", "DE", "at", "No", "Tee\u00adladen", "IBAN"]),
)
def test_days_amounts_and_short_references_stay(
    figures: list[Decimal], day: dt.date, form: str, reference: int, style: int, apart: str, word: str
) -> None:
    text = f"{day.strftime(form)} {word} Re. {reference}{apart}" + apart.join(written(figure, style) for figure in figures)

    assert masked(text) == text
