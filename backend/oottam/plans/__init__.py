"""From confirmed requests to dated servings, and from servings to what is cooked and packed."""
