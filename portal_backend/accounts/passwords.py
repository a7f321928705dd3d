"""How passwords are stored."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2id(Argon2PasswordHasher):
    """Argon2id with 19 MiB, 2 passes, 1 lane: OWASP's figures, about 35 ms (design/stack.md)."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1
