"""The loop's part: a provider looks things up with the actor's tools and proposes. Nothing that it says is a verdict."""
