"""Over the network. Each is imported only when it is chosen: their packages take a second to load."""
