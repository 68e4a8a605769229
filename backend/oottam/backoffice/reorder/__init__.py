"""The same again: a request of before, entered anew by the desk in two taps."""
