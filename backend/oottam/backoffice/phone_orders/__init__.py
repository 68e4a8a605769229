"""New requests that the desk enters for a customer on the phone or at the counter."""
