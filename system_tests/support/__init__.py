"""What system tests share: a shop, its visitors and staff, databases, reports."""
