"""Books of GnuCash, from its SQLite or XML file. piecash reads only SQLite and needs an unmaintained SQLAlchemy."""
