"""One run of an import: claim, stages, trace, failures."""
