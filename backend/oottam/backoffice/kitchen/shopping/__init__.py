"""The shopping list: what has to be bought for the boxes of some days."""
