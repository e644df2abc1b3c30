"""The list of imports: its filters, its orders and its pages."""
