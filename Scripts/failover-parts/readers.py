"""Readers of the change feed: each follows every zone at every server in turn, and folds what it
reads to the state that it believes in."""

import random
import threading

from client import LATER, Client, value
from processes import Failure


class Reader(threading.Thread):
    """Reads until it is told to stop."""

    def __init__(self, number, servers, places, ledger, seed):
        super().__init__(name=f"r{number}", daemon=True)
        self.ledger = ledger
        self.places = [place for place in places if place.is_followed]
        self.client = Client(servers, ledger, number % len(servers))
        self.chance = random.Random(f"{seed}/reader/{number}")
        self.tokens = {}
        # What each record is, by place and name: (change tag, revision), None when deleted.
        self.state = {place.name: {} for place in self.places}
        self.pages = 0
        self.end = threading.Event()

    def run(self):
        try:
            while not self.end.is_set() and not self.ledger.failures:
                place = self.chance.choice(self.places)
                if self.chance.random() < 0.1:
                    self.client.move()
                if not self.read(place, self.chance.choice([1, 10, 50, 200])):
                    self.client.rest(0.02)
        except Failure as failure:
            self.ledger.fail(f"{self.name}: {failure}")
        except Exception as error:
            self.ledger.fail(f"{self.name}: {error!r}")
            raise

    def read(self, place, limit):
        """Reads one page; gives whether there was something in it, None without an answer."""
        zone = {"zoneID": {"zoneName": place.zone}, "resultsLimit": limit}
        token = self.tokens.get(place.name)
        if token:
            zone["syncToken"] = token
        body = self.client.ask(place, "changes/zone", {"zones": [zone]})
        if body is None:
            return None
        entry = body["zones"][0]
        code = entry.get("serverErrorCode")
        if code in LATER:
            self.client.rest(0.2)
            self.client.move()
            return None
        if code:
            raise Failure(f"{self.client.server} refused the feed of {place.name}: {entry}")
        for record in entry["records"]:
            self.fold(place, record)
        self.tokens[place.name] = entry["syncToken"]
        self.pages += 1
        return bool(entry["records"]) or entry["moreComing"]

    def fold(self, place, record):
        state, name = self.state[place.name], record["recordName"]
        if record.get("deleted"):
            state[name] = None
            return
        tag, revision = record["recordChangeTag"], value(record, "revision")
        self.ledger.note_tag(value(record, "write"), tag)
        if record["recordType"] == "Counter":
            parts = [field["value"] for key, field in record["fields"].items()
                     if key.startswith("of")]
            if sum(parts) != value(record, "sum"):
                raise Failure(f"{name} of {place.name} sums up to {sum(parts)}: {record}")
        known = state.get(name, (None, 0))
        if known is None or revision < known[1]:
            raise Failure(f"the feed of {place.name} went back: {name} was {known}, "
                          f"is {revision} at {self.client.server}")
        state[name] = (tag, revision)

    def drain(self):
        """Reads every zone to its end, at every server."""
        for _ in self.client.lines:
            for place in self.places:
                while self.read(place, 200) is not False:
                    self.ledger.check_time()
            self.client.move()
