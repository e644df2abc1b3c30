"""Access to models: selection of a provider, consent, endpoints, budget, limits, connection test and suspended requests."""
