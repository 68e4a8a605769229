"""Routes, runs and delivery outcomes."""
