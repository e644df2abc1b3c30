"""Budgets of Actual: their tables as they are stored, and their accounts with their entries."""
