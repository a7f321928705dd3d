"""General report, its charts, request timelines and forecasts."""
