"""A run that must ask a model hands the question over and ends; who waits for models asks it, and the run goes on where it was."""
