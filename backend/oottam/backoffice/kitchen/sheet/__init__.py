"""The kitchen sheet: a day as it is cooked, on a phone, a screen and paper."""
