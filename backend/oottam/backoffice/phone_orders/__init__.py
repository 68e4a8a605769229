"""New requests that somebody tells the desk, on the phone or at the counter."""
