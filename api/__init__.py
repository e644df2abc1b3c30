"""The interfaces for other programs; read the modules in this order.

v1/          the operations under /api/v1: each translates a request and makes one call inward, as a page does
schemas/     typed requests and responses: the schema is made from these
access       a token names its organization and its member; its scopes limit what that member may do with it, its rate how often
http/        common parts of all responses: problems, entity tags, stored answers for repeated requests, pages
mcp          the tools of assistants
tokens, webhooks   an organization's tokens and webhooks; views and templates show both"""
