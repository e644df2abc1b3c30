"""Made books beside made statements, of which it is known what belongs together: what the row matcher is measured on."""
