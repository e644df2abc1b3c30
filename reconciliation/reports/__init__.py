"""Reports: built once as plain tables, then shown as a page and written as PDF, CSV and JSON."""
