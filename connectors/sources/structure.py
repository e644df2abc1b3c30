"""Parts of a message as its server describes them (BODYSTRUCTURE, RFC 3501): which of them is a PDF, and its size, before it is sent.

A sender makes the message, and the server parses it: its description is read within bounds of depth and of number, and nothing of the
message itself is parsed here."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.utils import collapse_rfc2231_value, decode_params

MOST_TOKENS = 5_000
DEEPEST = 24
TOKEN = re.compile(rb'(\()|(\))|"((?:[^"\\]|\\.)*)"|\{(\d+)\+?\}|([^\s()"]+)|(")')
Node = bytes | list["Node"] | None
TYPE, SUBTYPE, PARAMETERS, ENCODING, SIZE = 0, 1, 2, 5, 6
SHORTEST = 7
"""Fields of a part that is not made of others: type, subtype, parameters, id, description, encoding, size."""
EMBEDDED = 8
"""Index of the structure of an embedded message."""


class TooNested(ValueError):
    """The message has more or deeper parts than any person's mail, or its description is no structure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """An attachment. `size` is in bytes as it is sent, `encoding` in lower case."""

    section: str
    filename: str
    kind: str
    encoding: str
    size: int

    @property
    def is_pdf(self) -> bool:
        named = self.filename.lower().endswith(".pdf")
        return self.kind == "application/pdf" or (named and self.kind == "application/octet-stream")


def parts_of(answer: list[bytes | tuple[bytes, bytes]]) -> list[Attachment]:
    """Return the parts of a message that are not made of others. `answer` is imaplib's: text, with literals as pairs.
    Raises TooNested."""
    nodes = _parsed(answer)
    structure = _after(nodes, b"BODYSTRUCTURE")
    if not isinstance(structure, list):
        raise TooNested
    return list(_parts(structure, "", 0))


def _after(nodes: list[Node], name: bytes) -> Node:
    """Return the node after the name, at any depth of the answer."""
    waiting = list(nodes)
    for place, node in enumerate(waiting):
        if isinstance(node, bytes) and node.upper() == name:
            return waiting[place + 1] if place + 1 < len(waiting) else None
        if isinstance(node, list) and b"BODYSTRUCTURE" in [text.upper() for text in node if isinstance(text, bytes)]:
            return _after(node, name)
    return None


def _parsed(answer: list[bytes | tuple[bytes, bytes]]) -> list[Node]:
    """Parse without recursion: a hostile depth is counted, not descended into."""
    top: list[Node] = []
    open_lists = [top]
    for count, (opens, closes, node) in enumerate(_tokens(answer)):
        if count > MOST_TOKENS or len(open_lists) > DEEPEST:
            raise TooNested
        if opens:
            fresh: list[Node] = []
            open_lists[-1].append(fresh)
            open_lists.append(fresh)
        elif closes:
            if len(open_lists) == 1:
                raise TooNested
            open_lists.pop()
        else:
            open_lists[-1].append(node)
    return top


def _tokens(answer: list[bytes | tuple[bytes, bytes]]) -> Iterator[tuple[bool, bool, bytes | None]]:
    """Yield True for an opening list, True for a closing one, and else a text."""
    for piece in answer:
        text, literal = piece if isinstance(piece, tuple) else (piece, None)
        for match in TOKEN.finditer(text):
            opens, closes, quoted, length, atom, unclosed = match.groups()
            if unclosed:
                raise TooNested
            if length is None:
                node = re.sub(rb"\\(.)", rb"\1", quoted) if quoted is not None else atom
                yield bool(opens), bool(closes), None if atom and atom.upper() == b"NIL" else node
        if literal is not None:
            yield False, False, literal


def _parts(structure: list[Node], section: str, depth: int) -> Iterator[Attachment]:
    if depth > DEEPEST:
        raise TooNested
    if structure and isinstance(structure[0], list):
        for number, each in enumerate((node for node in structure if isinstance(node, list)), 1):
            if not (each and isinstance(each[0], list | bytes)) or not _is_body(each):
                return  # parameters of the whole follow its parts
            yield from _parts(each, f"{section}.{number}".lstrip("."), depth + 1)
        return
    if len(structure) < SHORTEST:
        raise TooNested
    kind = f"{_text(structure[TYPE])}/{_text(structure[SUBTYPE])}".lower()
    embedded = structure[EMBEDDED] if kind == "message/rfc822" and len(structure) > EMBEDDED else None
    if isinstance(embedded, list):
        is_whole = bool(embedded) and not isinstance(embedded[0], list)
        yield from _parts(embedded, f"{section or '1'}.1" if is_whole else section or "1", depth + 1)
        return
    size = _text(structure[SIZE])
    yield Attachment(
        section=section or "1",
        filename=_filename(structure),
        kind=kind,
        encoding=_text(structure[ENCODING]).lower(),
        size=int(size) if size.isascii() and size.isdigit() and len(size) < DEEPEST else 0,
    )


def _is_body(node: list[Node]) -> bool:
    """Return True for a part, which begins with its type and subtype, or a whole, which begins with a part; not for parameters."""
    return isinstance(node[0], list) or len(node) >= SHORTEST


def _filename(structure: list[Node]) -> str:
    """Return the name in the disposition, else in the type's parameters; decoded, on one line."""
    dispositions = [node for node in structure[SHORTEST:] if isinstance(node, list) and node and isinstance(node[0], bytes)]
    candidates = [*((node[1], "filename") for node in dispositions if len(node) > 1), (structure[PARAMETERS], "name")]
    names = (_parameter(pairs, name) for pairs, name in candidates if isinstance(pairs, list))
    return next(filter(None, names), "")


def _parameter(pairs: list[Node], name: str) -> str:
    parameters = [("", ""), *((_text(key), _text(value)) for key, value in zip(pairs[::2], pairs[1::2], strict=False))]
    try:
        found = (
            dict(decode_params(parameters)).get(name, "")
            if any("*" in key for key, _value in parameters)
            else {key.lower(): value for key, value in parameters}.get(name, "")
        )
        return shown(collapse_rfc2231_value(found))
    except (ValueError, LookupError, TypeError):
        return ""


def shown(header: str) -> str:
    """Return a header with its encoded words decoded if possible, on one line."""
    try:
        text = str(make_header(decode_header(header)))
    except (HeaderParseError, LookupError, ValueError):
        text = header
    return "".join(character for character in text.strip().strip('"') if character.isprintable())


def _text(node: Node) -> str:
    return node.decode("utf-8", "replace") if isinstance(node, bytes) else ""
