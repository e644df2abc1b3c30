"""Webhooks: what an organization's programs are told, written where it happens, signed, and sent until it is taken."""
