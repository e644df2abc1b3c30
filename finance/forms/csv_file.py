"""A CSV file of ledger rows."""

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from finance.imports.table import LONGEST_FILE


class CsvFileForm(forms.Form):
    file = forms.FileField(
        label=_("CSV file"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv"}),
        help_text=_(
            "With a header row that names the columns: Date, Amount (or Debit and Credit), and if you have them "
            "Description, Id, Reference, Number, Status. Up to 10 MB. Rows that are there already are not added again."
        ),
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if file.size is None or file.size > LONGEST_FILE:
            raise ValidationError(_("The file is larger than 10 MB."))
        return file
