"""The statement as a document prints it: the values that reading makes, and that everything behind it works with."""
