"""The table server: a log a table, stored before anybody is told, and a packet for each who looks."""
