"""Labels of boxes as a PDF, for sheets and rolls."""
