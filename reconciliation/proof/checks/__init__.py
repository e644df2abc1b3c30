"""What a proof is checked for, each by itself: its seal, its document, its rows, its sums, its books, and the law of verdicts."""
