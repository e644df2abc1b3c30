"""The ledger: organizations, accounts, transactions. It knows nothing of PDFs or models."""
