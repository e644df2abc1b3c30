"""OFX as a tree: SGML without end tags (version 1) and XML (version 2) alike, without the risks of an XML parser."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from finance.imports.problems import FileRefused

TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9._]{0,60})(/?)>([^<]*)")
CDATA = "<![CDATA["
DEEPEST = 40


@dataclass(slots=True)
class Node:
    """An aggregate: its values by name (the first counts), and its aggregates in their order."""

    name: str
    values: dict[str, str] = field(default_factory=dict)
    children: list["Node"] = field(default_factory=list)

    def every(self, *names: str) -> Iterator["Node"]:
        """Yield all aggregates of these names at any depth in the order of the file, except those inside one of them."""
        for child in self.children:
            if child.name in names:
                yield child
            else:
                yield from child.every(*names)

    def first(self, *names: str) -> "Node":
        """Return the first aggregate of these names; an empty one if there is none."""
        return next(self.every(*names), Node(names[0]))

    def get(self, name: str) -> str:
        return self.values.get(name, "")


def parse_ofx(text: str) -> Node:
    """Return the tree below <OFX>. Values need no end tag; an end tag closes everything inside its aggregate. Raises `FileRefused`."""
    text = _without_cdata(text)
    aggregates = {name.upper() for end, name, _empty, _text in TAG.findall(text) if end}
    root = Node("")
    stack = [root]
    for match in TAG.finditer(text):
        name, value = match[2].upper(), html.unescape(match[4]).strip()
        if match[1]:
            _end(stack, name)
        elif value or match[3] or name not in aggregates:
            stack[-1].values.setdefault(name, value)
        else:
            _begin(stack, name)
    return root


def _without_cdata(text: str) -> str:
    """Return the text with CDATA sections as plain text, in linear time even if they are never closed."""
    first, *others = text.split(CDATA)
    return first + "".join(
        html.escape(inside) + after if end else inside for inside, end, after in (part.partition("]]>") for part in others)
    )


def _begin(stack: list[Node], name: str) -> None:
    if len(stack) > DEEPEST:
        raise FileRefused([_("The file is nested deeper than OFX is.")])
    node = Node(name)
    stack[-1].children.append(node)
    stack.append(node)


def _end(stack: list[Node], name: str) -> None:
    """Close the aggregate; end tags of values and of aggregates that are not open are ignored."""
    if any(node.name == name for node in stack):
        while stack.pop().name != name:
            pass
