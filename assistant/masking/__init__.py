"""Numbers of accounts and cards, e-mail addresses and telephone numbers stay here: a provider is told what stands for them."""

from assistant.masking.provider import Masked
from assistant.masking.stand_ins import Placeholders, masked

__all__ = ["Masked", "Placeholders", "masked"]
