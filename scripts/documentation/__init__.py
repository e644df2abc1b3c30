"""Generators of pages and diagrams of the documentation, and checks of the built site."""
