"""The base of every error that a person is told in one sentence, without a traceback."""


class SentenceError(Exception):
    """The message is one sentence for people: what is wrong, and what to do."""

    exit_code = 1
