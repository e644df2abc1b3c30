"""Names of providers as their vendors write them, and the results of a connection test."""

from django.utils.translation import gettext_lazy as _

from reconciliation.model_access.connection_test import Tested
from reconciliation.presentation.labels.reasons import Words

PROVIDERS: dict[str, Words] = {
    "openai": "OpenAI",
    "azure": "Azure OpenAI",
    "groq": "Groq",
    "mistral": "Mistral AI",
    "xai": "xAI",
    "deepseek": "DeepSeek",
    "ollama": "Ollama",
    "openrouter": "OpenRouter",
    "anthropic": "Anthropic",
    "gemini": "Google Gemini",
    "vertex": "Google Vertex AI",
    "compatible": _("Compatible server"),
}
NAMED: dict[str, Words] = {"builtin": _("built in")} | PROVIDERS
"""With what decides where no model is asked."""


WORKS = "works"
OUTCOMES: dict[str, Words] = {
    WORKS: _("%(provider)s answered: the connection works, with the model %(model)s."),
    "builtin": _("No model is asked here, so there is no connection to test."),
    "running": _("A test is under way already; wait for it."),
    "not_allowed": _("Nothing was sent: %(provider)s is switched off; an owner switches it on below."),
    "not_configured": _("Nothing was sent: %(provider)s needs a key, a model, or an address that is not set."),
    "private_address": _(
        "Nothing was sent: the address leads into a private network, and the settings of this installation do not name it."
    ),
    "unbounded": _("Nothing was sent: what %(model)s costs is not known. Who runs this installation sets its price or a limit of tokens."),
    "cost": _("Nothing was sent: it might have cost more than may be spent today."),
    "sealed": _("Nothing was sent: the key cannot be opened with the keys of this installation. Enter it again."),
    "authentication": _("%(provider)s did not accept the key."),
    "unknown_model": _("%(provider)s answered that it knows no model %(model)s at this address."),
    "unreachable": _("%(provider)s could not be reached, or did not answer in time."),
    "overloaded": _("%(provider)s is there, and too busy to answer now."),
    "rate_limited": _("%(provider)s accepted the key, but limits how much it may be asked, or wants to be paid first."),
}
OTHERWISE = _("%(provider)s refused the request, or its answer could not be understood.")


def outcome(tested: Tested) -> str:
    sentence = OUTCOMES.get(tested.code, OTHERWISE) % {"provider": PROVIDERS.get(tested.provider, tested.provider), "model": tested.model}
    return f"{sentence} (HTTP {tested.status})" if tested.status else str(sentence)
