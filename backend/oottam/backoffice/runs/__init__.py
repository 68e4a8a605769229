"""Runs: riders, their stops, delivery outcomes, and routes."""
