"""Demo data: the loader of fixtures/ and the scenarios that it plays."""
