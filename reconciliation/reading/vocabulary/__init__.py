"""The words of statements in several languages, and what they name."""
