"""The recognition itself: RapidOCR with the models that come inside its wheel, on this one thread."""

import os
from itertools import groupby
from pathlib import Path
from typing import Any

LONGEST_SIDE = 2000  # pixels of a page's picture: 171 dots an inch of A4
os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")  # before the libraries are loaded, which ask it then
SETTINGS = {
    "Global.log_level": "critical",
    "Global.max_side_len": LONGEST_SIDE,
    "Global.use_cls": False,  # no line stands on its head
    "Global.text_score": 0.0,  # what is hardly legible is a doubt, not nothing
    "Global.return_word_box": True,
    "Global.return_single_char_box": True,
    "Rec.rec_batch_num": 1,  # no line padded to another's length: less memory, no slower on one thread
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}


class StrayThread(RuntimeError):
    """A library started a thread, which would stay outside the lock that this one is about to close."""


class Surest:
    """RapidOCR asks of each character how sure the first of its columns is, at its very edge; here the surest of them answers."""

    def __init__(self, session: Any) -> None:
        self.session = session

    def __call__(self, pictures: Any) -> Any:
        """Lines, columns, and how likely each character is there."""
        likely = self.session(pictures)
        for line in likely:
            characters = line.argmax(axis=1).tolist()
            start = 0
            for _, run in groupby(characters):
                length = len(list(run))
                columns = line[start : start + length]
                columns[0] = columns[columns[:, characters[start]].argmax()]
                start += length
        return likely


def recogniser() -> Any:
    """Called with a picture of text, rows, columns and blue-green-red; its answer is for `Line.all_of`."""
    import cv2  # here, and not above: threads must have been forbidden first
    from rapidocr import RapidOCR

    cv2.setNumThreads(1)
    return RapidOCR(params=SETTINGS)


def sample() -> Any:
    """A small picture of one figure, to be read before the lock: it makes every library load all that it will need."""
    import cv2
    import numpy as np

    paper = np.full((100, 300, 3), 255, np.uint8)
    return cv2.putText(paper, "1,234.56", (20, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (0, 0, 0), 3)


def insist_on_one_thread() -> None:
    if len(list(Path("/proc/self/task").iterdir())) != 1:
        raise StrayThread
