"""Proposals: a provider looks things up with the actor's tools and proposes. A proposal is never a verdict."""
