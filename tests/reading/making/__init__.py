"""Statements of banks that do not exist, with the truth about them: the reader's teacher."""
