"""Tieout for those who install it: the command line (`tieout.main`)."""
