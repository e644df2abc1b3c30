"""What a document or a file's name says, as a terminal may be told it."""


def shown(text: str) -> str:
    """No codes that a terminal obeys, and no marks that turn the direction of what stands beside them."""
    return "".join(character if character.isprintable() or character == "\n" else "\N{REPLACEMENT CHARACTER}" for character in text)
