"""The rules engine that serves every game: contract, table, records, fairness, scenarios, words."""
