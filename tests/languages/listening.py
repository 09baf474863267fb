"""A language that notes what it was asked and could not say."""

from __future__ import annotations

from affray.languages.language import Language


class Listening(Language):
    """French as it is known, and what it lacked: each text with the parts that stay English."""

    def __init__(self, known):
        super().__init__("fr", {})
        self.known, self.lacking = known, {}

    def say(self, text):
        found = self.known.said(text)
        if found.left:
            self.lacking[text] = found.left
        return found.text

    def fill(self, message, **fields):
        found = self.known.fill(message, **fields)
        if message not in self.known.messages:
            self.lacking[message] = (message,)
        return found
