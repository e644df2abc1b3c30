"""Overviews of one or several organizations: what needs a person, what is covered, and cost."""
