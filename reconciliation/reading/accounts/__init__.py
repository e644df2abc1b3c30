"""Scanned items, parted into accounts of one period each."""
