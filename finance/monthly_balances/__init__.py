"""Checks of the monthly sums that the database maintains and balances are computed from."""
