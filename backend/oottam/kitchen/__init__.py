"""What is cooked, packed and bought for a day. Tables are in `plans.models`."""
