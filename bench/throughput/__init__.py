"""Real workers on PostgreSQL and Redis: how many statements they answer a minute, and where the time goes."""
