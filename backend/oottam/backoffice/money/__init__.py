"""Money that needs the desk: payments due, refunds, overpayments, riders' cash."""
