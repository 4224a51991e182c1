"""Matches between bots, measured: paired deals, intervals over deals, stop rules stated beforehand, reports."""
