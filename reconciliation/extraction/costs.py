"""What it would cost to ask, in tokens of input: an estimate, good enough to choose the cheaper question."""

from collections.abc import Sequence

from assistant.strict_json import write
from reconciliation.extraction.lines import Chunk, shown

CHARACTERS_A_TOKEN = 3  # of text that is mostly figures
OUTPUT_WEIGHT = 4  # what vendors ask for a token of output, in tokens of input
ROW_TOKENS, MAP_TOKENS = 45, 200  # of an answer


def cost_of_rows(chunks: Sequence[Chunk], instructions: str) -> int:
    """Every chunk is sent, and an answer comes for every row."""
    rows = sum(line.is_dated_figure for chunk in chunks for line in chunk)
    sent = sum(len(write(shown(chunk))) + len(instructions) for chunk in chunks)
    return sent // CHARACTERS_A_TOKEN + OUTPUT_WEIGHT * ROW_TOKENS * rows


def cost_of_map(chunk: Chunk, instructions: str) -> int:
    """One chunk is sent, and one short answer comes."""
    return (len(write(shown(chunk, placed=True))) + len(instructions)) // CHARACTERS_A_TOKEN + OUTPUT_WEIGHT * MAP_TOKENS
