"""The kitchen's day: dishes to cook, boxes to pack, ingredients to buy. Tables are in `schedule.models`."""
