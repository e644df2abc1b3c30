"""The pages and pictures of the documentation that are made from the code, and what is checked of the built site."""
