"""What goes in and what comes out. Fields that are not known to be there are null, never 0; amounts are decimal strings, signed from
the holder's side; days are plain dates, moments are UTC."""
