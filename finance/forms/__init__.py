"""What people fill in."""

from finance.forms.account import AccountForm
from finance.forms.csv_file import CsvFileForm
from finance.forms.first_run import FirstRunForm

__all__ = ["AccountForm", "CsvFileForm", "FirstRunForm"]
