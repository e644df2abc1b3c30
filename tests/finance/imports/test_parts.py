"""Several accounts and statements in one file: distinguished, merged, asked about, and repeated rows are read once."""

import datetime as dt
from decimal import Decimal

import pytest

from finance.imports.rows import FileAccount, ParsedFile
from tests.finance.imports import samples
from tests.finance.imports.made_files import Entry, Made, MadeAccount, bai2, camt, mt940, ofx
from tests.finance.imports.reading import account_named, parsed
from tests.finance.imports.spreadsheets import zipped

DAY = dt.date(2026, 1, 5)


def coffees(count: int, *, opening: str = "100.00", day: dt.date = DAY) -> Made:
    return Made(Decimal(opening), tuple(Entry(day, Decimal("-3.50"), "CAFE") for _ in range(count)), day)


def amounts(part: FileAccount) -> list[str]:
    return [str(row.amount) for row in part.rows]


def camt_with(*statements: Made, reference: str = "", kind: str = "Stmt") -> bytes:
    text = camt([MadeAccount("12345678", statements)]).replace("Stmt>", f"{kind}>")
    return text.replace("</Ntry>", f"<AcctSvcrRef>{reference}</AcctSvcrRef></Ntry>").encode()


def without_balances(data: bytes) -> bytes:
    parts = data.split(b"<Bal>")
    return parts[0] + b"".join(part.partition(b"</Bal>")[2] for part in parts[1:])


def only(data: bytes) -> FileAccount:
    (part,) = parsed(data).accounts
    return part


# One id for several rows --------------------------------------------------------------------------


def test_equal_rows_under_one_id_that_the_balances_prove_are_rows_of_their_own() -> None:
    part = only(camt_with(coffees(3), reference="DAY5"))

    assert [(row.external_id, row.problem) for row in part.rows] == [("", "")] * 3


def test_a_row_that_a_statement_repeats_is_read_once_if_its_balances_say_so() -> None:
    data = camt_with(coffees(2), reference="B1").replace(b"93.00", b"96.50")
    part = only(data)

    assert (amounts(part), [row.external_id for row in part.rows]) == (["-3.50"], ["B1"])
    assert part.notes == ("1 entry is in the file more than once and was read once.",)


def test_without_balances_equal_rows_under_one_id_keep_it_and_are_asked_about() -> None:
    part = only(without_balances(camt_with(coffees(2), reference="B1")))

    assert [row.external_id for row in part.rows] == ["B1", "B1"]


def test_an_interim_report_that_repeats_an_entry_has_it_once() -> None:
    part = only(without_balances(camt_with(coffees(1), coffees(1), reference="B1", kind="Rpt")))

    assert amounts(part) == ["-3.50"]
    assert part.notes


def test_a_pending_entry_that_a_later_report_books_is_the_booked_one() -> None:
    data = without_balances(camt_with(coffees(1), coffees(1), reference="B1", kind="Rpt")).replace(b"BOOK", b"PDNG", 1)

    assert [row.status for row in only(data).rows] == ["posted"]


def test_an_equal_entry_without_an_id_in_two_reports_is_asked_about() -> None:
    part = only(without_balances(camt_with(coffees(1), coffees(1), kind="Rpt")))

    assert [row.problem for row in part.rows] == ["", "is in another statement of this file too."]


def test_a_report_that_contains_an_earlier_one_replaces_it() -> None:
    part = only(camt_with(coffees(1), coffees(3), kind="Rpt").replace(b"CLBD", b"ITBD"))

    assert amounts(part) == ["-3.50"] * 3
    assert part.closing
    assert part.closing.amount == Decimal("89.50")


def test_equal_entries_of_statements_that_follow_each_other_are_all_there() -> None:
    part = only(camt_with(coffees(1), coffees(1, opening="96.50"), coffees(1, opening="93.00"), reference="DAY5"))

    assert amounts(part) == ["-3.50"] * 3
    assert [row.problem for row in part.rows] == [""] * 3


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_a_month_and_its_days_in_one_archive_are_the_month(order: tuple[int, int, int]) -> None:
    first, second = coffees(1), coffees(1, opening="96.50", day=dt.date(2026, 1, 6))
    month = Made(first.opening, (*first.entries, *second.entries), dt.date(2026, 1, 31))
    files = [camt_with(made) for made in (first, second, month)]
    numbered = [data.replace(b"<Ntry>", b"<Ntry><AcctSvcrRef>A</AcctSvcrRef>", 1) for data in files]
    numbered[1] = files[1].replace(b"<Ntry>", b"<Ntry><AcctSvcrRef>B</AcctSvcrRef>", 1)
    numbered[2] = numbered[2].replace(b"<Ntry><Amt", b"<Ntry><AcctSvcrRef>B</AcctSvcrRef><Amt", 1)
    part = only(zipped({f"{place}.xml": numbered[number] for place, number in enumerate(order)}))

    assert amounts(part) == ["-3.50"] * 2
    assert part.closing
    assert part.closing.amount == Decimal("93.00")


def test_the_same_statement_twice_in_an_archive_is_one() -> None:
    part = only(zipped({"a.xml": camt_with(coffees(2)), "b.xml": camt_with(coffees(2))}))

    assert amounts(part) == ["-3.50"] * 2
    assert part.notes == ("2 entries are in the file more than once and were read once.",)


def test_statements_are_in_the_order_of_their_days_and_show_their_balances() -> None:
    later = coffees(2, opening="96.50", day=dt.date(2026, 2, 5))
    part = only(camt_with(later, coffees(1)))

    assert [str(row.booked_on) for row in part.rows] == ["2026-01-05", "2026-02-05", "2026-02-05"]
    assert [row.balance for row in part.rows] == [Decimal("96.50"), None, Decimal("89.50")]
    assert [(stated.first, stated.last) for stated in part.statements] == [(1, 1), (2, 3)]


# Names --------------------------------------------------------------------------------------------


def names(parsed_file: ParsedFile) -> list[str]:
    return [part.name for part in parsed_file.accounts]


def test_parts_without_a_number_are_called_by_their_place() -> None:
    text = camt([MadeAccount("1", (coffees(1),)), MadeAccount("2", (coffees(1),)), MadeAccount("3", (coffees(2),))])
    for number in "23":
        text = text.replace(f"<Id><Othr><Id>{number}</Id></Othr></Id>", "")

    assert names(parsed(text.encode())) == ["1", "#2", "#3"]


def test_parts_without_a_number_whose_balances_follow_are_one_account() -> None:
    text = camt([MadeAccount("1", (coffees(1), coffees(1, opening="96.50")))]).replace("<Id><Othr><Id>1</Id></Othr></Id>", "")

    assert names(parsed(text.encode())) == [""]


def test_two_cards_under_one_number_are_told_apart_by_their_balances() -> None:
    text = ofx([MadeAccount("1", (coffees(1), coffees(2, opening="50.00")))])

    assert names(parsed(text.encode())) == ["1 1", "1 1 (2)"]


def test_two_currencies_of_one_number_are_two_accounts() -> None:
    text = ofx([MadeAccount("1", (coffees(1), coffees(1, opening="96.50")))]).replace("<CURDEF>EUR", "<CURDEF>USD", 1)

    assert names(parsed(text.encode())) == ["1 1 USD", "1 1 EUR"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!Type:Bank\nD1/31'26\nT1\n^\n!Type:Bank\nD1/31'26\nT2\n^\n", ["Bank", "Bank (2)"]),
        ("!Type:Bank\nD1/31'26\nT1\n^\n" * 4, [""]),
        ("!Account\nNA\n^\n!Type:Bank\nD1/31'26\nT1\n^\n!Account\nNA\n^\n!Type:CCard\nD1/31'26\nT2\n^\n", ["A", "A (2)"]),
        ("!Account\nNA\n^\nNB\n^\n!Type:Bank\nD1/31'26\nT1\n^\n", [""]),
    ],
)
def test_parts_of_qif(text: str, expected: list[str]) -> None:
    assert names(parsed(text.encode())) == expected


# Skipped parts of a format ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("!Type:Invst\nD1/31'26\nT1\n^\n!Type:Bank\nD1/31'26\nT1\n^\n", "1 entry of !Type:Invst was left out."),
        (samples.BAI2.decode().replace("16,475,2500,,BR3,1001,/\n", ""), "The control total of account"),
        (samples.BAI2.decode().replace("16,475,2500,,BR3,1001,/\n", ""), "should have 6 records, and has 5"),
        (samples.BAI2.decode().replace("16,108,2000", "16,890,"), "1 record without an amount"),
        (samples.BAI2.decode().partition("49,")[0], "ends before its last record"),
        (
            mt940([MadeAccount("1", (coffees(1),))]).replace(":62F:C2601", ":62F:C2602").replace("260205", "260230"),
            "the balance date 30.02. is not a valid date",
        ),
        (mt940([MadeAccount("1", (coffees(1),))]).replace(":62F:C", ":62F:D-"), 'the balance "D-260105EUR96,50" cannot be read'),
        ("2026-01-03 * Rent\n    assets:bank    -5.00 EUR\n", "do not add up to zero"),
        ("2026-01-03 * Rent\n    assets:bank    -5.00 EUR\n    expenses:rent    4.00 EUR\n", "do not add up to zero"),
    ],
)
def test_skipped_and_contradictory_parts_of_a_file_are_noted(text: str, note: str) -> None:
    read = parsed(text.encode())

    assert note in " ".join([*read.notes, *(each for part in read.accounts for each in part.notes)])


INTERIM = """:20:REF
:25:12345678
:28C:1/1
:34F:EUR0,00
:13D:2601051200+0100
:61:2601050105D3,50NMSCNONREF
:86:CAFE
:90D:{count}EUR3,50
:90C:0EUR0,00
-
"""


def test_an_interim_report_of_mt942_has_rows_and_no_closing_balance() -> None:
    part = only(INTERIM.format(count=1).encode())

    assert (amounts(part), part.currency, part.opening, part.closing, part.notes) == (["-3.50"], "EUR", None, None, ())


def test_sums_of_mt942_that_its_rows_contradict_are_said() -> None:
    assert only(INTERIM.format(count=2).encode()).notes == ("Line 8: the file states 2 entries of 3.50 in all, and has 1 of 3.50.",)


def test_an_entry_of_mt940_that_cannot_be_read_costs_its_own_row() -> None:
    text = mt940([MadeAccount("1", (coffees(2),))]).replace(":61:2601050105D", ":61:2601330105D", 1)
    part = only(text.encode())

    assert part.rows[0].problem == 'Line 5: ":61:2601330105D3,50NMSCNONREF" is not an MT940 entry.'
    assert (part.rows[1].amount, part.rows[1].problem) == (Decimal("-3.50"), "")


def test_entries_of_mt940_without_a_type_are_all_there() -> None:
    text = mt940([MadeAccount("1", (coffees(3),))]).replace("NMSCNONREF", "")

    assert amounts(only(text.encode())) == ["-3.50"] * 3


# BAI2 ---------------------------------------------------------------------------------------------


def test_bai2() -> None:
    part = only(samples.BAI2)

    assert [(str(row.booked_on), str(row.amount), row.description) for row in part.rows] == [
        ("2026-03-31", "50.00", "ACME CORP, INVOICE 7 SECOND LINE"),
        ("2026-03-31", "20.00", "Deposit"),
        ("2026-03-31", "-25.00", "BAI 475"),
    ]
    assert [(row.reference, row.number) for row in part.rows] == [("CR1", ""), ("BR2", ""), ("1001", "1001")]
    assert part.opening
    assert part.closing
    assert (part.opening.amount, part.closing.amount, str(part.closing.as_of)) == (Decimal("1000.00"), Decimal("1045.00"), "2026-03-31")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("16,108,", "16,721,", "has the type 721, which is neither money in nor money out."),
        ("16,108,2000", "16,108,20x", '"20x" is not an amount in EUR.'),
        (",1,260331,2300,EUR", ",4,260331,2300,EUR", "delete, correct or test (status 4)"),
        (",1,260331,2300,EUR", ",1,260332,2300,EUR", '"260332" is not a date.'),
    ],
)
def test_a_transaction_of_bai2_that_cannot_be_taken_says_why(old: str, new: str, problem: str) -> None:
    assert problem in only(samples.BAI2.decode().replace(old, new).encode()).rows[1].problem


def test_amounts_of_bai2_have_the_decimals_of_their_currency() -> None:
    data = bai2([MadeAccount("1", (coffees(1),))]).replace("EUR", "JPY").encode()
    (part,) = parsed(data, currency="JPY").accounts

    assert (amounts(part), part.currency) == (["-350"], "JPY")


# OFX ----------------------------------------------------------------------------------------------

BROKER = """OFXHEADER:100

<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260131<CURDEF>EUR<INVACCTFROM><BROKERID>b<ACCTID>9</INVACCTFROM>
<INVTRANLIST>
<BUYSTOCK><INVBUY><INVTRAN><FITID>1<DTTRADE>20260105<MEMO>10 shares</INVTRAN><SECID><UNIQUEID>ACME</SECID>
<TOTAL>-500.00</INVBUY></BUYSTOCK>
<SELLMF><INVSELL><INVTRAN><FITID>2<DTTRADE>20260106<SECID><UNIQUEID>FUND<TOTAL>120.00</INVSELL></SELLMF>
<INCOME><INVTRAN><FITID>3<DTTRADE>20260107</INVTRAN><SECID><UNIQUEID>ACME</SECID><INCOMETYPE>DIV<TOTAL>7.50</INCOME>
<REINVEST><INVTRAN><FITID>4<DTTRADE>20260108</INVTRAN><TOTAL>-7.50</REINVEST>
<INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260102<TRNAMT>1000.00<FITID>5<NAME>Deposit</STMTTRN></INVBANKTRAN>
</INVTRANLIST><INVBAL><AVAILCASH>627.50<MARGINBALANCE>0</INVBAL></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>
<SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO><SECID><UNIQUEID>ACME</SECID><SECNAME>Acme Corp</SECINFO></STOCKINFO></SECLIST>
</SECLISTMSGSRSV1></OFX>
"""


def test_the_cash_rows_of_a_broker_are_its_trades_and_deposits() -> None:
    part = only(BROKER.encode())

    assert [(str(row.amount), row.description) for row in part.rows] == [
        ("-500.00", "Acme Corp 10 shares"),
        ("120.00", "FUND"),
        ("7.50", "Acme Corp"),
        ("1000.00", "Deposit"),
    ]
    assert part.closing
    assert (part.closing.amount, sum(row.amount or 0 for row in part.rows)) == (Decimal("627.50"), Decimal("627.50"))
    assert part.notes == ("1 movement of securities without cash was left out.",)


def test_a_purchase_that_brings_money_in_is_not_taken() -> None:
    assert "is a purchase that brings 500.00 in" in only(BROKER.replace("-500.00", "500.00").encode()).rows[0].problem


def test_two_amounts_in_one_transaction_refuse_the_file() -> None:
    text = ofx([MadeAccount("1", (coffees(2),))]).replace("</STMTTRN>\n<STMTTRN>\n", "")

    with pytest.raises(ValueError, match="two amounts"):
        parsed(text.encode())


@pytest.mark.parametrize("text", ["A < B", "A &lt;B&gt; C", "A & B", "A &copy B", "A &#65; B", "A &unknown; B"])
def test_marks_in_a_text_of_ofx_stay_as_the_specification_has_them(text: str) -> None:
    data = ofx([MadeAccount("1", (coffees(1),))]).replace("CAFE", text).encode()

    assert only(data).rows[0].description == text.replace("&lt;", "<").replace("&gt;", ">").replace("&#65;", "A")


@pytest.mark.parametrize(
    ("declared", "encoding"), [("1250", "cp1250"), ("1251", "cp1251"), ("8859-2", "iso8859-2"), ("UTF-8", "utf-8"), ("1252", "utf-8")]
)
def test_the_encoding_that_ofx_declares_is_used_unless_the_bytes_prove_utf_8(declared: str, encoding: str) -> None:
    word = "Магазин" if encoding == "cp1251" else "ŻABKA ŁÓDŹ"
    text = f"OFXHEADER:100\nENCODING:USASCII\nCHARSET:{declared}\n\n" + ofx([MadeAccount("1", (coffees(1),))]).replace("CAFE", word)

    assert only(text.encode(encoding)).rows[0].description == word


@pytest.mark.parametrize("encoding", ["iso-8859-2", "windows-1250", "utf-8", "utf-16"])
def test_the_encoding_that_xml_declares_is_used(encoding: str) -> None:
    text = camt([MadeAccount("1", (coffees(1),))]).replace("CAFE", "ŻABKA & ŁÓDŹ").replace("UTF-8", encoding)

    assert only(text.encode(encoding)).rows[0].description == "ŻABKA & ŁÓDŹ"


# Journals -----------------------------------------------------------------------------------------


def test_a_text_of_beancount_over_several_lines_is_one_text() -> None:
    journal = '2026-01-05 * "PayPal" "first \\"\nsecond; line\n  third" #tag\n  Assets:Bank  -14.99 EUR ; it\'s "open\n  Expenses:Food\n'
    part = account_named(journal.encode(), "Assets:Bank")

    assert [(str(row.amount), row.description) for row in part.rows] == [("-14.99", 'PayPal first " second; line third')]


@pytest.mark.parametrize(
    "journal",
    [
        '2026-01-05 * "PayPal" "never closed\n  Assets:Bank  -14.99 EUR\n  Expenses:Food\n',
        '2026-01-05 * "A"\n  Assets:Bank  -1 EUR\n  Expenses:Food\n\n  Assets:Bank  -2 EUR\n  Expenses:Food\n',
        '2026-01-05 * "A"\n  Assets:Bank  -1 EUR\n  Expenses:Food\nPayPal second line\n  Assets:Bank  -2 EUR\n',
        '2026-01-05 * "A"\n  Assets:Bank  -1 EUR\n  = Expenses:Food\n',
        "2026-01-05 * A\n  assets:bank  -1 EUR\n  expenses\n\n  assets:bank  -2 EUR\n  expenses\n",
        "2026-01-05 * A\n  assets:bank  -1 EUR\n  expenses\nPayPal second line\n  assets:bank  -2 EUR\n",
    ],
)
def test_a_posting_that_belongs_to_no_transaction_refuses_the_journal(journal: str) -> None:
    with pytest.raises(ValueError, match=r"Row [0-9]"):
        parsed(journal.encode())


def test_lines_below_a_directive_are_its_own() -> None:
    journal = "account assets:bank\n    ; type: A\n    note x\n\n2026-01-05 * T Shop\n    assets:bank    -1.00 EUR\n    expenses\n"

    assert [row.description for row in account_named(journal.encode(), "assets:bank").rows] == ["T Shop"]
