"""Invitations into an organization: a signed link that works once, until it expires."""
