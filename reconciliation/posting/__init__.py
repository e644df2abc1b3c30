"""From a statement into the books and out again: rows that the books lack become entries, and each can be taken back exactly."""
