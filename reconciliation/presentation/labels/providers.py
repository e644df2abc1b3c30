"""Names of providers as their vendors write them."""

from django.utils.translation import gettext_lazy as _

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
