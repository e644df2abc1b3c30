"""Commands that check and maintain the project; `make` calls them."""
