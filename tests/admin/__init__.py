"""Django's admin: the rows that each role sees, and the acts of reviewers."""
