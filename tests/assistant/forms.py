"""Generated forms: lines that name accounts, cards, mailboxes and telephones, beside days and amounts; with the parts that must be
masked."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

IBANS = {"DE": 22, "GB": 22, "FR": 27, "NL": 18, "ES": 24, "IT": 27, "PL": 28, "NO": 15, "SE": 24, "AT": 20, "BE": 16, "PT": 25, "CH": 21}
PHONES = (
    "+49 30 #######", "+49 (0)30 ### ## ##", "030/#######", "(030) ######-##", "0171 #######", "+44 20 #### ####", "020 #### ####",
    "0800 ### ####", "07### ######", "+33 1 ## ## ## ##", "01 ## ## ## ##", "01.##.##.##.##", "(212) ###-####", "212-###-####",
    "212.###.####", "1-800-###-####", "+1 (212) ###-####", "+34 9## ### ###", "9## ### ###", "+39 02 ########", "02 ########",
    "+31 6 ########", "06-########", "+48 ### ### ###", "+47 ## ## ## ##", "+46 8-### ## ##", "+351 2# ### ####", "+55 (11) 9####-####",
    "(11) 9####-####", "+91 98### #####", "+81 3-####-####", "03-####-####", "+61 2 #### ####", "(02) #### ####", "+353 1 ### ####",
    "00 49 30 #######",
)  # fmt: skip
LABELS = ("", "Tel. ", "Phone: ", "Call ", "Fax ", "Téléphone : ", "Telefon ", "Teléfono: ", "T. ")
MAILBOXES = ("jane.doe", "j_doe+bank", "büro", "info", "a.b-c", "kontakt.2026", "O'Neil", "JANE")
HOSTS = ("example.com", "mail.example.co.uk", "example-bank.de", "sub.example.org", "beispiel.example", "okexample")
DAYS = (
    "{y}-{m:02}-{d:02}", "{d:02}.{m:02}.{y}", "{m:02}/{d:02}/{y}", "{d:02}/{m:02}/{y}", "{d:02}-{m:02}-{y}", "{y}{m:02}{d:02}",
    "{d:02}.{m:02}.", "{m:02}/{d:02}", "{d:02}/{m:02}/{s:02}",
)  # fmt: skip


@dataclass(slots=True)
class Form:
    """The lines of a form; its secrets by kind, which must be masked; and its plain values, which must be sent."""

    lines: list[str] = field(default_factory=list)
    secret: list[tuple[str, str]] = field(default_factory=list)
    plain: list[tuple[str, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def made_form(seed: int) -> Form:
    """The form of this seed: ten to twenty lines."""
    chance, form = random.Random(seed), Form()  # noqa: S311  nothing secret is drawn
    for _ in range(chance.randint(10, 20)):
        form.lines.append(chance.choice(LINES)(chance, form))
    return form


def _digits(chance: random.Random, pattern: str) -> str:
    return "".join(str(chance.randint(1, 9)) if letter == "#" else letter for letter in pattern)


def _spaced(chance: random.Random, text: str, size: int = 4) -> str:
    apart = chance.choice(("", " ", " ", "\u00a0"))
    return apart.join(text[place : place + size] for place in range(0, len(text), size))


def _iban(chance: random.Random, form: Form) -> str:
    country, length = chance.choice(list(IBANS.items()))
    iban = _spaced(chance, country + _digits(chance, "#" * (length - 2)))
    form.secret.append(("iban", iban))
    return chance.choice(("IBAN {}", "IBAN: {} BIC EXAMPLEX", "to {}.", "SEPA {} rent", "({})")).format(iban)


def _card(chance: random.Random, form: Form) -> str:
    card = _digits(chance, chance.choice(("4### #### #### ####", "5###-####-####-####", "37## ###### #####", "4###############")))
    form.secret.append(("card", card))
    return chance.choice(("card {}", "Kartennummer {}", "{} POS", "PAN={}")).format(card)


def _account(chance: random.Random, form: Form) -> str:
    pattern = chance.choice(
        ("########", "##########", "############", "##-##-## ########", "###-######-###", "####-#####-##", "0#########")
    )
    account = _digits(chance, pattern)
    form.secret.append(("account", account))
    return chance.choice(("Account number {}", "A/C No. {}", "Kontonummer: {}", "from {} to savings", "ACCT#{}")).format(account)


def _phone(chance: random.Random, form: Form) -> str:
    phone = _digits(chance, chance.choice(PHONES))
    form.secret.append(("phone", phone))
    return chance.choice(("{l}{p}", "{l}{p} Mon-Fri", "SHOP 12 {l}{p} ES", "({l}{p})", "{l}{p}, www.example.com")).format(
        l=chance.choice(LABELS), p=phone
    )


def _email(chance: random.Random, form: Form) -> str:
    at = chance.choice(("@", "@", "@", " (at) ", "[at]"))
    email = f"{chance.choice(MAILBOXES)}{at}{chance.choice(HOSTS)}"
    form.secret.append(("email", email))
    return chance.choice(("Write to {}", "<{}>", "mailto:{}", "PAYPAL {} 12", "{}")).format(email)


def _amount(chance: random.Random, form: Form) -> str:
    whole, cents = chance.randint(1, 9_999_999), chance.randint(0, 99)
    grouped = f"{whole:,}.{cents:02}"
    styles = (grouped, grouped.translate(str.maketrans(",.", ".,")), grouped.translate(str.maketrans(",.", " ,")), f"{whole}.{cents:02}")
    amount = chance.choice(("", "-", "+", "(")) + chance.choice(styles)
    amount += ")" if amount.startswith("(") else ""
    form.plain.append(("amount", amount))
    return chance.choice(("Balance {} EUR", "{}", "Fee of {} and more", "GROCERY 12 {} 5", "USD {}")).format(amount)


def _day(chance: random.Random, form: Form) -> str:
    told = {"y": chance.randint(1999, 2030), "m": chance.randint(1, 12), "d": chance.randint(1, 28), "s": chance.randint(10, 30)}
    day = chance.choice(DAYS).format(**told)
    form.plain.append(("day", day))
    return chance.choice(("{} opening", "on {}", "{} {} Cheque 1025", "from {} to {}", "due {};")).format(day, day)


LINES: tuple[Callable[[random.Random, Form], str], ...] = (_iban, _card, _account, _phone, _phone, _email, _amount, _amount, _day, _day)
