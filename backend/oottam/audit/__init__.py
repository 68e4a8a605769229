"""Who of the staff did what, and when: written with each change, and never changed."""
