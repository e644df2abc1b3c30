"""Budgets of Actual: their stored tables, and their accounts with entries."""
