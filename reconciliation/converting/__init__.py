"""Printed statements as files for other programs. Nothing here knows a ledger's rows, a database or the web."""
