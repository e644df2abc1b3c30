"""Headings of tables: which columns there are, and where they stand."""
