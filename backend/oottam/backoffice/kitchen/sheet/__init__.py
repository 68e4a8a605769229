"""The kitchen sheet of a day, on a phone, a screen and paper."""
