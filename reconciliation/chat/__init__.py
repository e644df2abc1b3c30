"""Questions of reviewers about an import, answered by the same loop and tools as proposals. The model may propose, never decide."""
