"""How long tests wait."""

LONG = 300.0
"""Seconds. What has not come by then never will, however busy the machine; nothing depends on less."""
