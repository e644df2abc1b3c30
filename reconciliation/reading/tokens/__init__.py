"""What is printed: words on lines, and the figures and days among them."""
