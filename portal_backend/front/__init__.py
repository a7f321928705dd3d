"""What stands between the network and Django: bodies are read and answers written without holding a thread."""
