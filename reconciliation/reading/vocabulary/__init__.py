"""The words of statements in several languages, and their meanings."""
