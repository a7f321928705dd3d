"""ASGI server layer that buffers request bodies and responses around Django.

Reading from and writing to slow clients occupies no thread.
"""
