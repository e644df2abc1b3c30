"""Safe output of untrusted text in a terminal."""


def shown(text: str) -> str:
    """Replace control codes and marks that change the direction of text."""
    return "".join(character if character.isprintable() or character == "\n" else "\N{REPLACEMENT CHARACTER}" for character in text)
