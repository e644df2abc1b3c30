"""Codes of entries: nominal account, tax code, payee and party, and suggestions learned from them."""
