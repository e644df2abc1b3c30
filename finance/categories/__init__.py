"""Codes for the books: nominal account, tax code, payee and party of an entry, and what is learned of them."""
