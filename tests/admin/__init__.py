"""Django's admin: who sees what of whom, and what reviewers do there."""
