"""The ledger: accounts, entries, files in and out. It knows nothing of PDFs or models."""
