"""Tieout at a command line, and from other programs."""
