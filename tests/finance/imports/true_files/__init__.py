"""Files of every format, made from known rows: the rows, the writers of each family of formats, and the judge of what was imported."""
