"""How much one transaction may do."""

AT_ONCE = 500  # rows that upkeep or a deletion handles in one transaction, while others wait
