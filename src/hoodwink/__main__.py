"""`python -m hoodwink` is the `hoodwink` command."""

from hoodwink.cli import app

app(prog_name="hoodwink")
