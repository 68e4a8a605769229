"""`python -m oottam` runs the server in the foreground."""

from oottam.serving.serve import serve

if __name__ == "__main__":
    serve()
