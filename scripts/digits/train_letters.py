"""Train the network that judges printed letters, and write its weights beside `reconciliation/documents/child/letters.py`.

    python -m scripts.digits.train_letters FOLDER [--crops N] [--seed N]

FOLDER holds typefaces, as for `scripts.digits.train`. A typeface of which most letters are not recognised by a first network (symbols,
ornaments) is left out of the second training. One in twelve is held back for the measurement that is printed at the end.
"""

import argparse
from pathlib import Path

import numpy as np

from reconciliation.documents.child.digits import normalized
from reconciliation.documents.child.letters import CLASSES, WEIGHTS
from scripts.digits.crops import NONE_OF_LETTERS, crops, letter
from scripts.digits.fonts import Typeface, typefaces
from scripts.digits.network import judged, stored, trained
from scripts.digits.train import FIRST_CROPS, FIRST_EPOCHS, HELD_BACK, ORNAMENT, Examples, joined, of_all

THRESHOLDS = (0.01, 0.02, 0.05, 0.1)


def examples(task: tuple[Path, int, int]) -> Examples:
    path, count, seed = task
    try:
        pictures, shows = crops(Typeface(path), count, seed, letter)
    except KeyError:
        pictures, shows = [np.zeros((1, 1), np.uint8)], [NONE_OF_LETTERS]
    inputs, blank = normalized(pictures)
    return np.rint(inputs[~blank] * 255).astype(np.uint8), np.array(shows, np.uint8)[~blank]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--crops", type=int, default=350, help="of each typeface")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    paths = [typeface.path for typeface in typefaces(options.folder)]
    parts = of_all(paths, FIRST_CROPS, options.seed, examples)
    network = trained(*joined(parts), options.seed, epochs=FIRST_EPOCHS, classes=CLASSES)
    legible = [
        path
        for path, (inputs, labels) in zip(paths, parts, strict=True)
        if len(labels) and (judged(network, inputs).argmax(axis=1) == labels).mean() >= ORNAMENT
    ]
    print(f"{len(paths)} typefaces, {len(legible)} with legible letters", flush=True)
    parts = of_all(legible, options.crops, options.seed + len(paths), examples)
    held_back, shown = parts[::HELD_BACK], [part for index, part in enumerate(parts) if index % HELD_BACK]
    network = trained(*joined(shown), options.seed, classes=CLASSES)
    np.savez_compressed(WEIGHTS, allow_pickle=False, **stored([network]))
    inputs, labels = joined(held_back)
    inputs, labels = inputs[labels != NONE_OF_LETTERS], labels[labels != NONE_OF_LETTERS]
    likelihoods = judged(network, inputs)
    honest = likelihoods[np.arange(len(labels)), labels]
    lies = likelihoods[:, :NONE_OF_LETTERS][np.arange(NONE_OF_LETTERS) != labels[:, None]]
    print("threshold  doubtful    caught")
    for threshold in THRESHOLDS:
        print(f"{threshold:9} {np.mean(honest < threshold):9.4%} {np.mean(lies < threshold):9.3%}")


if __name__ == "__main__":
    main()
