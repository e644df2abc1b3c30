"""Generated books beside generated statements, with known true matches: the measure of the row matcher."""
