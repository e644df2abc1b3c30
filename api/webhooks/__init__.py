"""Webhooks: messages about an organization's events, written with the event, signed, and sent until they are accepted."""
