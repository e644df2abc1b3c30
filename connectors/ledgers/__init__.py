"""Bookkeeping programs."""
