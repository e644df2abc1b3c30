"""Headings of tables: the columns and their places."""
