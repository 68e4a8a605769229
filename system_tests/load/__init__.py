"""Many clients at once, slow ones and such as read nothing."""
