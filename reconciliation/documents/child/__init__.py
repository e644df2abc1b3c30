"""The code of the child that parses: the standard library and the PDF engines, no Django, no project settings."""
