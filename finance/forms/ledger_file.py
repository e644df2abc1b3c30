"""Forms for a file of entries, and for the choices that it leaves open."""

from dataclasses import dataclass, replace
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from finance.forms.account import day_field
from finance.imports.mirror import period_of
from finance.imports.preview import Preview
from finance.imports.rows import SENTENCES, asked
from finance.imports.untrusted_files import LONGEST_FILE
from finance.models.ledger_import import Choices, DateOrder, DecimalMark, Fee, Minus, Sign

FIELDS = {
    "date": _("Date"),
    "amount": _("Amount"),
    "debit": _("Debit (money out)"),
    "credit": _("Credit (money in)"),
    "type": _("Debit or credit as a word"),
    "balance": _("Running balance"),
    "description": _("Description"),
    "payee": _("Payee"),
    "id": _("Id"),
    "reference": _("Reference"),
    "number": _("Check number"),
    "status": _("Status"),
    "currency": _("Currency"),
    "fee": _("Fee"),
    "account": _("Account of the row"),
    "started": _("Day of the purchase"),
    "nominal": _("Nominal account"),
    "tax_code": _("Tax code"),
    "party": _("Customer or supplier"),
}
ORDERS = {"dmy": _("day, month, year"), "mdy": _("month, day, year"), "ymd": _("year, month, day")}
MARKS = {".": _("point: 1,234.50"), ",": _("comma: 1.234,50")}
SIGNS = {
    "as_written": _("As written: money in is positive"),
    "turned": _("Reversed: money out is positive in this file"),
}
FEES = {"within": _("The amounts contain the fees"), "apart": _("The fees come on top of the amounts")}
MINUSES = {
    "reversal": _("A minus reverses the side: money out comes back"),
    "side": _("A minus only repeats that it is money out, or in"),
}
ENDINGS = (
    ".csv",
    ".txt",
    ".tsv",
    ".ofx",
    ".qfx",
    ".qif",
    ".xml",
    ".sta",
    ".mt940",
    ".940",
    ".942",
    ".bai",
    ".bai2",
    ".xlsx",
    ".ods",
    ".beancount",
    ".journal",
    ".hledger",
    ".gnucash",
    ".zip",
)
"""Endings of the names of files of entries."""
NOT_CHOSEN = ("", _("Please choose"))
ASKED_WITH = {
    "account": ["account", "column_account"],
    "account_column": ["column_account"],
    "date": ["column_date"],
    "amount": ["column_amount", "column_debit", "column_credit"],
    "date_order": ["date_order"],
    "decimal_mark": ["decimal_mark"],
    "sign": ["sign"],
    "fee": ["fee"],
    "minus": ["minus"],
}
"""The fields that answer each question."""


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """A question that a file leaves open, with the fields that answer it."""

    sentence: str
    fields: list[forms.BoundField]


class LedgerFileForm(forms.Form):
    file = forms.FileField(
        label=_("File from your bank or program"),
        widget=forms.FileInput(attrs={"accept": ",".join(ENDINGS)}),
        help_text=_(
            "CSV, XLSX, ODS, OFX, QFX, QIF, CAMT, MT940, MT942, BAI2, beancount or hledger, or what GnuCash, Actual, Firefly III, Xero or "
            "QuickBooks export; up to 10 MB. You see a preview before anything is added."
        ),
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if file.size is None or file.size > LONGEST_FILE:
            raise ValidationError(_("The file is larger than 10 MB. Split it by month or year."))
        return file


class PayoutFileForm(LedgerFileForm):
    """A report of a payment processor."""

    date_order = forms.ChoiceField(label=_("Date format"), choices=[("", _("As the file shows")), *ORDERS.items()], required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].label = _("Report of a payment processor")
        self.fields["file"].help_text = _("A CSV or XLSX file that lists payments with gross, fee and net; up to 10 MB.")


class ReadingForm(forms.Form):
    """Choices for reading a file: its open questions, and for a table the place of its columns."""

    def __init__(self, *args: Any, preview: Preview, **kwargs: Any) -> None:
        self.preview = preview
        super().__init__(*args, **kwargs)
        parsed, chosen, table = preview.parsed, preview.ledger_import.chosen, preview.parsed.table
        if len(parsed.accounts) > 1:
            named = [(account.name, f"{account.name} · {account.currency}") for account in parsed.accounts]
            self._choice("account", _("Account in the file"), [NOT_CHOSEN, *named], chosen.account)
        if table and len(table.date_orders) > 1:
            self._choice("date_order", _("Date format"), [NOT_CHOSEN, *_some(ORDERS, table.date_orders)], table.date_order)
        if table and len(table.decimal_marks) > 1:
            self._choice("decimal_mark", _("Decimal mark"), [NOT_CHOSEN, *_some(MARKS, table.decimal_marks)], table.decimal_mark)
        if table and table.fee_is_doubtful:
            self._choice("fee", _("Fees"), [NOT_CHOSEN, *FEES.items()], chosen.fee)
        if table and table.minus_is_doubtful:
            self._choice("minus", _("Minus"), [NOT_CHOSEN, *MINUSES.items()], chosen.minus)
        if table and table.encodings:
            self._choice("encoding", _("Encoding"), [(name, name) for name in table.encodings], table.encoding)
        if table and table.header:
            places = [("-1", _("none")), *((str(place), name) for place, name in enumerate(table.header))]
            for field, label in FIELDS.items():
                is_asked = field == "account" and "account_column" in preview.questions
                initial = "" if is_asked else str(table.columns.get(field, -1))
                self._choice(f"column_{field}", label, [NOT_CHOSEN, *places] if is_asked else places, initial)
        unsaid = [NOT_CHOSEN] if preview.questions and not chosen.sign else []  # the sign may be asked after the others
        self._choice("sign", _("Signs"), [*unsaid, *SIGNS.items()], chosen.sign)
        period = period_of(preview.part, chosen) if preview.part and not preview.questions else None
        if period:
            self.fields["whole_period"] = forms.BooleanField(
                label=_("This file is the whole of the period"),
                initial=chosen.whole_period,
                required=False,
                help_text=_("Entries that differ from the file are changed; those that it lacks become void. You see each change first."),
            )
            self.fields["first_day"] = day_field(_("First day"))
            self.fields["last_day"] = day_field(_("Last day"))
            self.initial.update(first_day=period[0], last_day=period[1])
        self.order_fields([name for key in self._open() for name in ASKED_WITH[key]])  # as the page shows them

    def _choice(self, name: str, label: Any, choices: Any, initial: str) -> None:
        self.fields[name] = forms.ChoiceField(label=label, choices=choices, initial=initial, required=False)

    def questions(self) -> list[FileQuestion]:
        """Return the open questions with their fields."""
        return [FileQuestion(str(SENTENCES[key]), [self[name] for name in ASKED_WITH[key] if name in self.fields]) for key in self._open()]

    def others(self) -> list[forms.BoundField]:
        """Return the fields that have a value and may be changed."""
        return [self[name] for name in self.fields if not name.startswith("column_") and name not in self._asked_fields()]

    def columns(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("column_") and name not in self._asked_fields()]

    def _open(self) -> list[str]:
        return list(asked(self.preview.questions, self.preview.parsed))

    def _asked_fields(self) -> set[str]:
        return {name for key in self._open() for name in ASKED_WITH[key]}

    def clean(self) -> dict[str, Any]:
        """Add an error to the field of each question that is still open."""
        for key in self._open():
            no_answer = {""} if key == "account_column" else {"", "-1"}
            empty = [name for name in ASKED_WITH[key] if self.cleaned_data.get(name, "") in no_answer]
            if key == "account" and self.cleaned_data.get("column_account") == "-1":
                empty = []  # all rows are of one account
            if key == "amount" and len(empty) < len(ASKED_WITH[key]):
                # A single column of amounts is enough. A column for money out requires one for money in.
                empty = empty[1:] if "column_amount" in empty else []
            lacking = next((name for name in empty if name in self.fields), None)
            if lacking:
                self.add_error(lacking, SENTENCES[key])
        first, last = self.cleaned_data.get("first_day"), self.cleaned_data.get("last_day")
        if first and last and first > last:
            self.add_error("last_day", _("The last day is before the first."))
        return self.cleaned_data

    def chosen(self) -> Choices:
        """Return the choices; of the columns only those that differ from the file's own."""
        values, old = self.cleaned_data, self.preview.ledger_import.chosen
        table = self.preview.parsed.table
        columns = dict(old.columns)
        for field in FIELDS:
            place = values.get(f"column_{field}")
            is_asked = field == "account" and "account_column" in self.preview.questions
            if table and place and (is_asked or int(place) != table.columns.get(field, -1)):
                columns[field] = int(place)
        read = Choices(
            account=values.get("account") or old.account,
            columns=columns,
            date_order=cast("DateOrder", values.get("date_order") or old.date_order),
            decimal_mark=cast("DecimalMark", values.get("decimal_mark") or old.decimal_mark),
            sign=cast("Sign", values.get("sign") or old.sign),
            fee=cast("Fee", values.get("fee") or old.fee),
            minus=cast("Minus", values.get("minus") or old.minus),
            encoding=values["encoding"] if values.get("encoding") not in {None, "", table and table.encoding} else old.encoding,
        )
        if "whole_period" not in values:
            return read.with_period_of(old)
        return (
            replace(read, whole_period=True, first_day=values["first_day"], last_day=values["last_day"]) if values["whole_period"] else read
        )


def _some(words: dict[str, Any], wanted: tuple[str, ...]) -> list[tuple[str, Any]]:
    return [(code, word) for code, word in words.items() if code in wanted]
