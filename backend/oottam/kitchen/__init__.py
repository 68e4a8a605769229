"""What is cooked, packed and bought for a day; its tables are in `plans.models`."""
