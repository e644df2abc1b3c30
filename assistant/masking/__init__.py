"""Masking of account and card numbers, e-mail addresses and telephone numbers: a provider receives placeholders instead."""

from assistant.masking.placeholders import Placeholders, masked
from assistant.masking.provider import Masked

__all__ = ["Masked", "Placeholders", "masked"]
