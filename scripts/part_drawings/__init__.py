"""The drawings of the demo catalogue: one function a family of instruments, varied by its parameters."""
