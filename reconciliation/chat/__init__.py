"""A reviewer asks about an import, and gets an answer as it comes: the same loop and the same tools; it may propose, never decide."""
