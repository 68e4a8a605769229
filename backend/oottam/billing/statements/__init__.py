"""Lists of payments as banks and UPI apps export them: files, rows, and the payments that came in. No tables."""
