"""Masking of account and card numbers, e-mail addresses and telephone numbers: a provider receives placeholders instead."""

from assistant.masking.provider import Masked
from assistant.masking.stand_ins import Placeholders, masked

__all__ = ["Masked", "Placeholders", "masked"]
