"""What goes over the wire between the table server and its clients: tagged structs, the same for every game."""
