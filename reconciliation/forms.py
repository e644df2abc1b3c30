"""Forms for imports and statements, and for the provider of an organization."""

import datetime as dt
from dataclasses import asdict
from decimal import Decimal
from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from assistant.dialects import DIALECTS
from finance.forms.account import amount_field, day_field
from finance.models import Account
from finance.models.coding import LONGEST, Codes
from finance.money import is_currency
from people.access import MemberRequest
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.converting.forms import FORMS, OF_PROGRAMS
from reconciliation.decisions.manual_statement import Beginning
from reconciliation.decisions.reading import MARK_KINDS
from reconciliation.decisions.rows import CancellingRows
from reconciliation.electronic.reader import ENDINGS
from reconciliation.model_access.endpoints import may_be_named, own_address
from reconciliation.model_access.provider_selection import MANNER
from reconciliation.models import ProviderChoice, Statement
from reconciliation.presentation.formats import named_by_the_paper
from reconciliation.presentation.labels.processing import PROVIDERS
from reconciliation.printed.currency_signs import SIGNS

LONGEST_NUMBER = 7
MOST_DIGITS = 9


def _form_of_file() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Format"), choices=[(name, form.label) for name, form in {**FORMS, **OF_PROGRAMS}.items()])


class AccountConvertForm(forms.Form):
    """Format and period of an account's statements; without days all of them."""

    form = _form_of_file()
    first = day_field(_("From"))
    last = day_field(_("To"), _("Statements with a day of this period are in the file as a whole."))


class ConvertForm(forms.Form):
    """A statement to convert without storing it, its format, and the values that it does not print."""

    file = forms.FileField(
        label=_("Statement"),
        help_text=_("A PDF, or a file of the bank: CAMT.053, MT940, OFX, QIF or CSV."),
        widget=forms.ClearableFileInput(attrs={"accept": f"application/pdf,.pdf,{','.join(ENDINGS.values())},.qfx,.mt940"}),
    )
    form = _form_of_file()
    currency = forms.CharField(
        label=_("Currency"), required=False, max_length=3, help_text=_("Such as USD, if the statement prints none or only a sign.")
    )
    password = forms.CharField(
        label=_("Password"),
        required=False,
        max_length=200,
        help_text=_("Only if the PDF is locked."),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )

    def clean_currency(self) -> str:
        code = str(self.cleaned_data["currency"]).upper()
        if code and not is_currency(code):
            raise forms.ValidationError(_("This is not a currency. Type a code such as USD."), code="unknown_currency")
        return code


class ChooseAccountForm(forms.Form):
    """The account of a statement, of those that a member sees. `confirmed`: also if number and currency speak against it."""

    confirmed = forms.BooleanField(required=False)

    def __init__(self, request: MemberRequest) -> None:
        super().__init__(request.POST)
        self.fields["account"] = forms.ModelChoiceField(queryset=Account.objects.visible_to(request.membership))


class NextForm(forms.Form):
    """The import that is opened next."""

    next = forms.UUIDField()


class RowsForm(forms.Form):
    """Printed rows by their index, at least one; `only` names a single one, even if others are ticked."""

    def __init__(self, data: QueryDict) -> None:
        if "only" in data:
            data = data.copy()
            data.setlist("lines", data.getlist("only"))
        super().__init__(data)
        named = [text for text in data.getlist("lines") if text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER]
        self.fields["lines"] = forms.TypedMultipleChoiceField(coerce=int, choices=[(text, text) for text in named])

    def codes(self) -> dict[int, Codes]:
        """Return the chosen accounts of the rows whose fields were shown."""
        shown = [line for line in self.cleaned_data["lines"] if f"nominal-{line}" in self.data]
        return {line: Codes.read({name: self.data.get(f"{name}-{line}", "") for name in LONGEST}) for line in shown}

    def texts(self) -> dict[int, str]:
        """Return the typed descriptions of the rows, each on one line."""
        texts = {line: " ".join(self.data.get(f"text-{line}", "").split()) for line in self.cleaned_data["lines"]}
        return {line: text for line, text in texts.items() if text}


class DecisionForm(forms.Form):
    """Rows of a statement by index, entries by their ids in its verdict, a reason, and the account of a difference; the model's proposal
    that is changed, by its `question` and its `number`."""

    reason = forms.CharField(max_length=2000, required=False)
    booked_to = forms.CharField(max_length=LONGEST["nominal"], required=False)
    question = forms.UUIDField(required=False)
    number = forms.IntegerField(min_value=0, required=False)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        lines = self.data.getlist("lines") if isinstance(self.data, QueryDict) else []
        if not all(line.isascii() and line.isdigit() and len(line) < MOST_DIGITS for line in lines):
            raise forms.ValidationError(_("Enter the number of a row."))
        entries = self.data.getlist("entries") if isinstance(self.data, QueryDict) else []
        return cleaned | {"lines": [int(line) for line in lines], "entries": [entry[:200] for entry in entries]}


class PairsForm(forms.Form):
    """Pairs of a row by index and an entry by its id in the verdict, as `line:entry`."""

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        sent = self.data.getlist("pairs") if isinstance(self.data, QueryDict) else []
        named = [text.partition(":")[::2] for text in sent]
        if not all(line.isascii() and line.isdigit() and len(line) < MOST_DIGITS for line, _entry in named):
            raise forms.ValidationError(_("Enter the number of a row."))
        return cleaned | {"pairs": [(int(line), entry[:200]) for line, entry in named]}


class BankErrorForm(forms.Form):
    """Two rows as `line:import:number:line`, and a reason."""

    rows = forms.RegexField(r"^\d{1,6}:[0-9a-f-]{36}:\d{1,6}:\d{1,6}$")
    reason = forms.CharField(max_length=2000)

    def clean_rows(self) -> CancellingRows:
        line, key, number, other = str(self.cleaned_data["rows"]).split(":")
        try:
            return CancellingRows(int(line), UUID(key), int(number), int(other))
        except ValueError as error:
            raise forms.ValidationError(_("Enter the number of a row.")) from error


class CorrectionForm(forms.Form):
    """Corrections of a misread row, signed from the holder's side. An empty field leaves the reading as it is. `no_row`:
    no row is printed there."""

    line = forms.IntegerField(min_value=0)
    amount = amount_field(max_digits=20, decimal_places=6, required=False)
    date = forms.DateField(required=False)
    description = forms.CharField(max_length=1000, required=False, empty_value=None)
    balance = amount_field(max_digits=20, decimal_places=6, required=False)
    no_row = forms.BooleanField(required=False)
    reason = forms.CharField(max_length=2000, required=False)


def _day_field(label: Any, *, required: bool = True) -> forms.DateField:
    return forms.DateField(label=label, required=required, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


def _figure_field(label: Any, *, required: bool = False, help_text: Any = "") -> forms.DecimalField:
    return amount_field(label=label, max_digits=20, decimal_places=6, required=required, help_text=help_text)


class StatementFactsForm(forms.Form):
    """Corrections of the whole statement, filled with the values that were read. An empty field leaves the reading as it is."""

    opening = _figure_field(_("Opening balance"), help_text=_("Money that you owe is negative."))
    opening_not_printed = forms.BooleanField(label=_("The document prints no opening balance"), required=False)
    closing = _figure_field(_("Closing balance"))
    closing_not_printed = forms.BooleanField(label=_("The document prints no closing balance"), required=False)
    first = _day_field(_("First day"), required=False)
    last = _day_field(_("Last day"), required=False)
    number = forms.CharField(label=_("Account number or name"), max_length=100, required=False, empty_value=None)
    currency = forms.CharField(
        label=_("Currency"), max_length=3, required=False, empty_value=None, help_text=_("Three letters, for example EUR.")
    )
    account_kind = forms.ChoiceField(label=_("Kind of account"), required=False, choices=[("", "---------"), *Account.Kind.choices])
    turned = forms.BooleanField(label=_("Reverse the sign of every row and balance"), required=False)

    def clean_currency(self) -> str | None:
        currency = self.cleaned_data["currency"]
        if currency is None:
            return None
        if not is_currency(currency.upper()):
            raise forms.ValidationError(_("Unknown currency."))
        return str(currency.upper())

    def values(self) -> dict[str, Any]:
        """Return the arguments of the correction."""
        cleaned = dict(self.cleaned_data)
        absent = [name for name in ("opening", "closing") if cleaned.pop(f"{name}_not_printed")]
        cleaned |= dict.fromkeys(absent)
        return cleaned | {
            "not_printed": absent,
            "turned": cleaned["turned"] or None,
            "account_kind": cleaned["account_kind"] or None,
        }


class AddedRowForm(forms.Form):
    """A printed row that was not read; `mark` is the number of the place that it was typed from, `before` of the row that follows it."""

    mark = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    before = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    date = _day_field(_("Date"))
    description = forms.CharField(label=_("Description"), max_length=1000)
    amount = _figure_field(_("Amount"), required=True, help_text=_("Money out is negative."))
    balance = _figure_field(_("Balance printed beside the row, if any"))


class MarkForm(forms.Form):
    """An unread place by its number, and its meaning if it is no row."""

    mark = forms.IntegerField(min_value=0)
    says = forms.ChoiceField(choices=[(kind, kind) for kind in MARK_KINDS])


class ConfirmationForm(forms.Form):
    """The digest of the rows and balances that were shown."""

    digest = forms.RegexField(r"^[0-9a-f]{64}$")


class TypedForm(forms.Form):
    """Days and balances of a statement without a document, signed from the holder's side."""

    first = _day_field(_("First day"))
    last = _day_field(_("Last day"))
    opening = amount_field(label=_("Opening balance of the bank"), max_digits=20)
    closing = amount_field(
        label=_("Closing balance of the bank"), max_digits=20, help_text=_("Money owed on a card or a loan is negative.")
    )

    def __init__(self, data: QueryDict | None, beginning: Beginning) -> None:
        super().__init__(data, initial=asdict(beginning))

    @property
    def days(self) -> tuple[dt.date, dt.date] | None:
        """Return the first and last day as far as they are given and valid."""
        first, last = self._told("first"), self._told("last")
        return (first, last) if first and last and first <= last else None

    def amount(self, name: str) -> Decimal | None:
        balance: Decimal | None = self._told(name)
        return balance

    def _told(self, name: str) -> Any:
        self.is_valid()
        return self.cleaned_data.get(name) if self.is_bound else self.initial.get(name)


class UnlockForm(forms.Form):
    """The password of a locked document, exactly as typed."""

    password = forms.CharField(max_length=200, strip=False)


class RetentionForm(forms.Form):
    """The number of days that documents are retained; empty means without end."""

    days = forms.IntegerField(
        label=_("Days until a document is deleted, counted from the completion of its statements"),
        min_value=1,
        max_value=36_500,
        required=False,
        help_text=_("Leave empty to keep documents indefinitely. The law may require you to keep them for years."),
    )


class StartAccountForm(forms.Form):
    """A new account from a statement: its name, and its currency if none is printed."""

    name = forms.CharField(label=_("Name of the account"), max_length=200)
    currency = forms.CharField(label=_("Currency"), min_length=3, max_length=3, help_text=_("Three letters, for example EUR."))

    def __init__(self, data: QueryDict | None, statement: Statement) -> None:
        named = named_by_the_paper(statement.institution, statement.account_hint)
        super().__init__(data, initial={"name": named, "currency": statement.currency})
        self.fields["currency"].disabled = bool(statement.currency)
        self.sign = statement.currency_sign
        self.of_sign = SIGNS.get(self.sign, ())
        if self.of_sign:
            self.fields["currency"].help_text = _("Three letters. Several currencies share the printed %(sign)s: %(currencies)s") % {
                "sign": self.sign,
                "currencies": ", ".join(self.of_sign[:4]) + ", …",
            }

    def clean_currency(self) -> str:
        currency = str(self.cleaned_data["currency"]).upper()
        if not is_currency(currency):
            raise forms.ValidationError(_("Unknown currency."))
        if self.of_sign and currency not in self.of_sign:
            raise forms.ValidationError(_("%(sign)s is not a sign of %(currency)s.") % {"currency": currency, "sign": self.sign})
        return currency


CHOICES: list[tuple[str, Any]] = [("", _("Default of the installation")), (BUILTIN, _("None: code only")), *PROVIDERS.items()]
OF_THE_PROVIDER = ("", _("Default of the provider"))
PROTOCOLS: list[tuple[str, Any]] = [
    OF_THE_PROVIDER,
    ("chat", "Chat Completions"),
    ("responses", "Responses"),
    ("messages", "Messages (Anthropic)"),
    ("generate_content", "generateContent (Google)"),
]
WAYS_OF_TOOLS: list[tuple[str, Any]] = [
    OF_THE_PROVIDER,
    ("native", _("Tool calls")),
    ("actions", pgettext_lazy("of a model", "Actions")),
    ("auto", _("Tool calls, and actions if they are refused")),
]
FORMS_OF_ANSWERS: list[tuple[str, Any]] = [
    OF_THE_PROVIDER,
    ("native", _("A schema that the server enforces")),
    ("object", _("Any JSON object")),
    ("prompt", _("A description in words")),
    ("auto", _("A schema, and words if it is refused")),
]
EFFORTS: list[tuple[str, Any]] = [
    OF_THE_PROVIDER,
    ("none", pgettext_lazy("reasoning effort", "None")),
    ("low", pgettext_lazy("reasoning effort", "Low")),
    ("medium", pgettext_lazy("reasoning effort", "Medium")),
    ("high", pgettext_lazy("reasoning effort", "High")),
]
PRIVATE = _("Only public addresses that begin with https://, and those in the settings of this installation.")


class ProviderForm(forms.Form):
    """The provider and its key. The key is only accepted, never shown, not even if the form returns with errors."""

    provider = forms.ChoiceField(label=_("Provider"), required=False, choices=CHOICES)
    model = forms.CharField(
        label=_("Model"), max_length=200, required=False, help_text=_("The name that the provider uses, for example gpt-5-mini.")
    )
    base_url = forms.CharField(
        label=_("Address"),
        max_length=500,
        required=False,
        help_text=_("Only if the provider has no address of its own, or to use another one. It begins with https://."),
    )
    key = forms.RegexField(
        r"^[!-~]{8,500}$",
        label=_("Key"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Stored encrypted and never shown again. Leave empty to keep the current key for the same provider and address."),
        error_messages={"invalid": _("A key has 8 to 500 characters without spaces.")},
    )
    api = forms.ChoiceField(label=_("Protocol"), required=False, choices=PROTOCOLS)
    tools = forms.ChoiceField(
        label=_("Tools"), required=False, choices=WAYS_OF_TOOLS, help_text=_("Choose actions for models that make no tool calls.")
    )
    schema = forms.ChoiceField(label=_("Form of answers"), required=False, choices=FORMS_OF_ANSWERS)
    seconds = forms.IntegerField(
        label=_("Seconds per request"),
        min_value=1,
        max_value=3600,
        required=False,
        help_text=_("The longest wait for an answer. Allow more for a slow model."),
    )
    effort = forms.ChoiceField(
        label=_("Reasoning effort"), required=False, choices=EFFORTS, help_text=_("Only for models that reason. It is billed as output.")
    )

    def __init__(self, data: QueryDict | None, own: ProviderChoice | None) -> None:
        fields = ("provider", "model", "base_url", *MANNER)
        super().__init__(data, initial={field: getattr(own, field) for field in fields} if own else {})

    def clean_base_url(self) -> str:
        return str(self.cleaned_data["base_url"]).rstrip("/")

    def clean(self) -> dict[str, Any]:
        """Drop fields that the chosen provider does not use."""
        cleaned = super().clean() or {}
        if "provider" not in cleaned or cleaned["provider"] not in DIALECTS:
            return cleaned | {"model": "", "base_url": "", "key": ""} | MANNER
        if not cleaned.get("model"):
            self.add_error("model", _("Enter a model."))
        address = cleaned.get("base_url") or own_address(cleaned["provider"])
        if not address:
            self.add_error("base_url", _("This provider needs an address."))
        elif not may_be_named(address):
            self.add_error("base_url", PRIVATE)
        return cleaned
