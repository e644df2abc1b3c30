"""Numbers of accounts, as banks print them and as people enter them: whether two are the same, and their visible ends.

Two writings of one number differ in separators, in zeros that fill a group, in a last group of zeros that is left out, and in digits
hidden or left out at the beginning. Any other digit that differs makes it another number."""

import re
from collections.abc import Iterator, Sequence
from itertools import product

LEAST_DIGITS = 3
"""Fewer digits in common neither agree nor contradict."""
VISIBLE = 4
"""Digits that a masked number shows, besides a short last group."""
SEPARATORS = r"[-\s./]"
RUN = re.compile(rf"\d(?:{SEPARATORS}*\d)*")
HIDDEN_AFTER = re.compile(rf"{SEPARATORS}*[xX*•]{{2,}}")
SUFFIX = re.compile(r"[-./ ](\d{1,3})$")
IBAN = re.compile(r"[A-Za-z]{2}\d{2}")
ZEROS = re.compile(r"0{2,4}")
FEWEST_GROUPS = 3
LONGEST_SUFFIX = 4
Groups = Sequence[str]


def numbers_agree(printed: str, known: str) -> bool | None:
    """True if the account number in a printed text is the known one, False if it is another, None if too few digits are visible."""
    left, right = list(_runs(printed)), list(_runs(known))
    if len(right) > 1 and not any(mask in known for mask in "xX*•"):
        right = [[digit for groups in right for digit in groups]]  # a bank's letters are between its digits
    pairs = [pair for pair in product(left, right[-1:]) if min(len("".join(groups)) for groups in pair) >= LEAST_DIGITS]
    return any(_same(number, other) or _same(other, number) for number, other in pairs) if pairs else None


def visible_end(number: str) -> str:
    """Return the end of a number that tells it apart: four digits, and a short last group with them ("7890-00")."""
    bare = number.strip().rstrip("xX*•")
    suffix = None if IBAN.match(bare) else SUFFIX.search(bare)
    if suffix is None:
        bare = re.sub(SEPARATORS, "", bare)
    digits = [place for place, letter in enumerate(bare) if letter.isdigit()]
    wanted = VISIBLE + (len(suffix[1]) if suffix else 0)
    while wanted < len(digits) and not any(bare[place] != "0" for place in digits[-wanted:][:VISIBLE]):
        wanted += 1
    return bare[digits[-wanted] :] if len(digits) >= wanted else bare[digits[0] :] if digits else ""


def _runs(text: str) -> Iterator[Groups]:
    """Yield the numbers in a text, each in its groups, without the beginning of a number whose end is hidden."""
    for match in RUN.finditer(text):
        if not HIDDEN_AFTER.match(text, match.end()):
            yield re.split(rf"{SEPARATORS}+", match[0])


def _same(number: Groups, other: Groups) -> bool:
    digits, others = "".join(number), "".join(other)
    shared = min(len(digits), len(others))
    if digits[-shared:] == others[-shared:]:
        return True
    if len(number) == len(other) > 1 and [group.lstrip("0") for group in number] == [group.lstrip("0") for group in other]:
        return True
    if len(number) >= FEWEST_GROUPS and len(other) == 1 and _filled(number).fullmatch(others):
        return True
    if len(number) < 2 or not ZEROS.fullmatch(number[-1]):
        return False
    own = "".join(number[:-1])
    without = "".join(other[:-1]) if len(other) > 1 and ZEROS.fullmatch(other[-1]) else others
    return LEAST_DIGITS <= len(without) <= len(own) and own.endswith(without)


def _filled(groups: Groups) -> re.Pattern[str]:
    """Return the pattern of a number in these groups without separators.

    The first group and a suffix may be filled with up to two zeros, the group before the suffix with one or two, and a suffix of zeros may
    lack. Each other group is as it is written: one more zero before it may be the last digit of the group before, which is another
    number."""
    first, *inner, account, last = groups
    branch = f"0{{0,2}}{first.lstrip('0')}{''.join(inner)}"
    if len(last) > LONGEST_SUFFIX:
        return re.compile(f"{branch}{account}0?{last}")
    suffix = last.lstrip("0").rjust(2, "0")
    lacking = "" if last.strip("0") else f"|{account}"
    return re.compile(f"{branch}(?:(?:0?{account}0{{0,2}}|00{account}){suffix}{lacking})")
