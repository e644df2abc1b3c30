"""Tieout's command line, and its client for other programs."""
