"""Forms of the pages: input of people, validated."""
