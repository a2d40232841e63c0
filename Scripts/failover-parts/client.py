"""A client that goes from server to server and takes only the answers that it may get."""

import time

from processes import Failure
from servers import Line, NoAnswer, now, pause_of

# Codes of single records that say: somebody else was first, or so it seems.
CONFLICTS = {"CONFLICT", "EXISTS", "NOT_FOUND", "ATOMIC_ERROR"}
# Codes that say: not now; perhaps it was done all the same.
LATER = {"TRY_AGAIN_LATER", "THROTTLED"}


class Client:
    """For one thread."""

    def __init__(self, servers, ledger, first):
        self.lines = [Line(server) for server in servers]
        self.ledger = ledger
        self.turn = first

    @property
    def server(self):
        return self.lines[self.turn].server.name

    def move(self):
        """Goes to the next server."""
        self.turn = (self.turn + 1) % len(self.lines)

    def ask(self, place, endpoint, body, moves=True):
        """The answer where it is 200; None where it is not known what became of the request."""
        began = now()
        try:
            answer = self.lines[self.turn].ask("POST", place.path(endpoint), body)
        except NoAnswer:
            self.ledger.note_no_answer()
            self.rest(0.2)
            if moves:
                self.move()
            return None
        self.ledger.note_answer(endpoint, answer.status, now() - began)
        if answer.is_yes:
            return answer.body
        if answer.status in (429, 503):
            self.rest(pause_of(answer))
            if moves:
                self.move()
            return None
        if answer.status in (400, 409) and answer.code in CONFLICTS - {"NOT_FOUND"}:
            return {"records": []}
        raise Failure(f"{self.server} answered {endpoint} in {place.name} with {answer}")

    def rest(self, seconds):
        self.ledger.check_time()
        time.sleep(seconds)

    def look_up(self, place, names):
        """What the records are now: name to record, None for those that are not there."""
        while True:
            body = self.ask(place, "records/lookup",
                            place.body(records=[{"recordName": n} for n in names]))
            if body is None:
                continue
            found, is_whole = {}, True
            for entry in body["records"]:
                code = entry.get("serverErrorCode")
                if code in LATER:
                    is_whole = False
                elif code and code != "NOT_FOUND":
                    raise Failure(f"{self.server} answered a lookup with {entry}")
                else:
                    found[entry["recordName"]] = None if code else entry
            if is_whole:
                if set(found) != set(names):
                    raise Failure(f"{self.server} answered a lookup of {len(names)} records "
                                  f"with {len(found)}")
                return found
            self.rest(0.2)
            self.move()


def value(record, field):
    """The value of a record's field; None where it has none."""
    return record["fields"].get(field, {}).get("value")
