"""Where the books live."""
