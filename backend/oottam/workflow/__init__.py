"""What the desk adds to a request on its way from new to confirmed: facts, notes, money, slots."""
