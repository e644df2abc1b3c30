"""From an uploaded PDF to a signed-off statement. `docs/architecture.md` has the order of the packages, which a contract holds."""
