"""Account requests, invitations and password reset."""
