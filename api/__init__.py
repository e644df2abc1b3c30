"""What other programs speak to; read the modules in this order.

v1/          the addresses under /api/v1: each translates a request and makes one call inward, as a page does
shapes/      what goes in and comes out, typed: from these the schema is made
access       a token names its organization and its member; its scopes bound what that member may do with it
answers      what every answer has in common: problems, entity tags, kept answers for repeated requests, limits
tokens, webhooks   what an organization gives out, and what it is told; views and templates show both
"""
