"""Values for pages and reports: labels, formats, the page of a statement, lists and the overview. No module here knows a request."""
