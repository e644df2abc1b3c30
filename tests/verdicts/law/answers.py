"""Random answers of a model about a case: partly honest, with lies, inventions, duplicates and omissions."""

import json
from random import Random
from typing import Any

from tests.verdicts.law.case import Case

Json = dict[str, Any]
INVENTED = ("t999", "a1", "e0", "", "t-1", "0190-aaaa", "T1", "t1 ")


class Spoken:
    """One answer. `handles` are the names that were given for the case's entries, `foreign` those of other accounts' entries."""

    def __init__(self, case: Case, handles: list[str], foreign: list[str], chance: Random) -> None:
        self.case, self.handles, self.foreign, self.chance = case, handles, foreign, chance

    def text(self) -> str:
        """As it comes over the wire: mostly an object of the wanted shape."""
        statements = [self._statement(place) for place in range(len(self.case.papers))]
        self._spoil(statements)
        answer: Json = {"statements": statements, "summary": "All agree. The verdict is matched."}
        if self.chance.random() < 0.05:
            answer |= self.chance.choice(({"verdict": "matched"}, {"statements": None}, {"summary": 7}, {"statements": [{}]}))
        text = json.dumps(answer)
        return text[: len(text) // 2] if self.chance.random() < 0.03 else text

    def _statement(self, place: int) -> Json:
        """Everything is claimed to agree: rows with entries of their amount first, then with anything that is left."""
        free = list(range(len(self.case.entries)))
        matched = []
        lines = self.case.lines_of(place)
        for number, line in enumerate(lines):
            same = [entry for entry in free if self.case.entries[entry].amount == self.case.lines[line].amount]
            entry = self.chance.choice(same or free or [-1])
            if entry < 0:
                continue
            free.remove(entry)
            matched.append({"line": number, "transactions": [self.handles[entry]]})
        told = {match["line"] for match in matched}
        new = [number for number in range(len(lines)) if number not in told]
        return {"statement": place, "account": "a1", "matched": matched, "new": new, "missing": []}

    def _spoil(self, statements: list[Json]) -> None:
        for _ in range(self.chance.choice((0, 1, 2, 4))):
            said = self.chance.choice(statements)
            lie = self.chance.choice(
                (self._inverted, self._invented, self._abroad, self._doubled, self._left_out, self._grouped, self._elsewhere)
            )
            lie(said)
        if self.chance.random() < 0.1:
            statements.append(dict(self.chance.choice(statements)))
        if self.chance.random() < 0.1:
            statements.pop()

    def _inverted(self, said: Json) -> None:
        """Entries of two rows change places."""
        if len(said["matched"]) > 1:
            one, other = self.chance.sample(said["matched"], 2)
            one["transactions"], other["transactions"] = other["transactions"], one["transactions"]

    def _invented(self, said: Json) -> None:
        said["matched"].append({"line": self.chance.choice((0, 7, -1)), "transactions": [self.chance.choice(INVENTED)]})

    def _abroad(self, said: Json) -> None:
        """Entries of another account, or another account altogether."""
        if self.foreign and self.chance.random() < 0.5:
            said["matched"].append({"line": 0, "transactions": [self.chance.choice(self.foreign)]})
        else:
            said["account"] = self.chance.choice(("a2", "a3", "a9", None))

    def _doubled(self, said: Json) -> None:
        if said["matched"]:
            said["matched"].append(self.chance.choice(said["matched"]))

    def _left_out(self, said: Json) -> None:
        if said["matched"]:
            said["matched"].pop()

    def _grouped(self, said: Json) -> None:
        """Match all entries as one payment."""
        if said["matched"]:
            self.chance.choice(said["matched"])["transactions"] = self.handles[:]

    def _elsewhere(self, said: Json) -> None:
        said["statement"] = self.chance.choice((-1, 0, 1, 99))
        said["missing"] = self.handles[:2]
