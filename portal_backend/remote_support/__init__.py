"""Remote support: process, sessions, checklist and calendar file."""
