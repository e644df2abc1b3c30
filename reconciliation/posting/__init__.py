"""Posting of rows into the books and its exact undo."""
