"""How long tests wait."""

LONG = 60.0
"""Seconds. What has not come by then never will, however busy the machine; nothing depends on less."""
