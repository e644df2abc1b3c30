"""Train the networks that judge printed digits, and write their weights beside `reconciliation/documents/child/digits.py`.

    python -m scripts.digits.train FOLDER [--crops N] [--seed N]

FOLDER holds typefaces as files (TrueType, OpenType, Type 1), at any depth; scripts/digits/README.md says which and how they are
fetched. Typefaces whose digits a first network does not recognise (symbols, ornaments) are left out of the second training.
One typeface in twelve is held back for the measurement of claimed digits that is printed at the end:
`doubtful` is the share of true claims below the threshold, `caught` that of false claims below it.
"""

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from reconciliation.documents.child.digits import NETWORKS, NONE, WEIGHTS, normalized
from scripts.digits.crops import crops, scene
from scripts.digits.fonts import Typeface, typefaces
from scripts.digits.network import judged, stored, trained

FIRST_CROPS, FIRST_EPOCHS = 150, 4  # of a typeface; over all of them
ORNAMENT = 0.7  # least share of its digits that is recognised
HELD_BACK = 12
THRESHOLDS = (0.01, 0.02, 0.05, 0.1)

Examples = tuple[np.ndarray, np.ndarray]


def examples(task: tuple[Path, int, int]) -> Examples:
    """Return pictures of a typeface's characters as the network is given them, and the label of each."""
    path, count, seed = task
    pictures, shows = crops(Typeface(path), count, seed, scene)
    inputs, blank = normalized(pictures)
    return np.rint(inputs[~blank] * 255).astype(np.uint8), np.array(shows, np.uint8)[~blank]


def of_all(paths: Sequence[Path], count: int, seed: int, of_one: Callable[[tuple[Path, int, int]], Examples] = examples) -> list[Examples]:
    """Return the examples of each typeface, made on all cores."""
    with ProcessPoolExecutor() as pool:
        return list(pool.map(of_one, [(path, count, seed + index) for index, path in enumerate(paths)], chunksize=8))


def joined(parts: Sequence[Examples]) -> Examples:
    return np.concatenate([inputs for inputs, _ in parts]), np.concatenate([labels for _, labels in parts])


def legible(paths: Sequence[Path], seed: int) -> list[Path]:
    """Return the typefaces whose digits look like digits to a network that was trained on all."""
    parts = of_all(paths, FIRST_CROPS, seed)
    network = trained(*joined(parts), seed, epochs=FIRST_EPOCHS)
    batches = []
    for path, (inputs, labels) in zip(paths, parts, strict=True):
        digits = labels != NONE
        right = judged(network, inputs[digits]).argmax(axis=1) == labels[digits]
        if right.mean() >= ORNAMENT:
            batches.append(path)
    return batches


def measured(likelihoods: np.ndarray, labels: np.ndarray) -> str:
    shown = labels[labels != NONE]
    of_digits = likelihoods[labels != NONE][:, :NONE]
    honest = of_digits[np.arange(len(shown)), shown]
    lies = of_digits[np.arange(NONE) != shown[:, None]]
    strangers = likelihoods[labels == NONE][:, :NONE].max(axis=1)
    rows = [
        f"{threshold:9} {np.mean(honest < threshold):9.4%} {np.mean(lies < threshold):9.3%} {np.mean(strangers < threshold):9.2%}"
        for threshold in THRESHOLDS
    ]
    return "\n".join(["threshold  doubtful    caught  no digit: below for all ten", *rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--crops", type=int, default=350, help="of each typeface")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    typeface_paths = [typeface.path for typeface in typefaces(options.folder)]
    paths = legible(typeface_paths, options.seed)
    print(f"{len(typeface_paths)} typefaces, {len(paths)} with legible digits", flush=True)
    parts = of_all(paths, options.crops, options.seed + len(typeface_paths))
    held_back, shown = parts[::HELD_BACK], [part for index, part in enumerate(parts) if index % HELD_BACK]
    inputs, labels = joined(shown)
    networks = [trained(inputs, labels, options.seed + number) for number in range(NETWORKS)]
    np.savez_compressed(WEIGHTS, allow_pickle=False, **stored(networks))
    inputs, labels = joined(held_back)
    print(measured(np.mean([judged(network, inputs) for network in networks], axis=0), labels))


if __name__ == "__main__":
    main()
