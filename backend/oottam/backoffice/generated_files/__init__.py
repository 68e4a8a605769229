"""Files from background jobs: returned directly within a second, else from a page with their progress."""
