"""From positioned words to statements, and to whether the reading is whole. Nothing here knows a ledger."""
