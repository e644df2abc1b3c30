"""Books of GnuCash, from its SQLite file or its XML file. piecash reads the first alone, and wants a SQLAlchemy that is no longer kept."""
