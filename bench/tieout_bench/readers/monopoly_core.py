"""monopoly-core, with its generic bank if it knows none. It claims no proof, and says if its check of sums fails."""

import json
import sys
from pathlib import Path

from monopoly.banks import BankDetector, banks
from monopoly.generic import GenericBank
from monopoly.pdf import PdfDocument, PdfParser
from monopoly.pipeline import Pipeline


def read(path: Path) -> dict[str, object]:
    """Return the rows of the file as one statement."""
    document = PdfDocument(path)
    document.unlock_document()
    pipeline = Pipeline(PdfParser(BankDetector(document).detect_bank(banks) or GenericBank, document))
    rows = pipeline.transform(pipeline.extract(safety_check=False))
    return {"statements": [{"proved": None, "rows": [[row.date, f"{row.amount:.2f}"] for row in rows]}]}


if __name__ == "__main__" and sys.argv[1] != "--version":
    print(json.dumps(read(Path(sys.argv[1]))))
