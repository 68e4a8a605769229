"""Labels of boxes as a PDF: shaped in the scripts that Chennai writes, laid out for sheets and rolls."""
