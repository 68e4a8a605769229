"""Plans as rows of dated servings, the kitchen's dishes, and the rules of both."""
