"""What it means to take an enquiry, in plain words; knows nothing of the wire."""
