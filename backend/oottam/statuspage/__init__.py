"""The page on which a customer sees how far a request is; its address is all that it asks for."""
