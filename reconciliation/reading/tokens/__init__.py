"""The print: words on lines, and the figures and days among them."""
