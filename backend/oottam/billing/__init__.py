"""What is agreed, paid, owed and given back; its tables are in `workflow.models`."""
