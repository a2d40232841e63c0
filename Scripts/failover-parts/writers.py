"""Writers: each makes, changes and deletes records of its own and counts in shared ones.

Every write has a name that no other has, in the field `write`, and is guarded by a change tag. What
became of a write without an answer is looked up, by record name; only what is found not done is
sent again. So each write is done once.
"""

import random
import threading

from client import CONFLICTS, LATER, Client, value
from processes import Failure
from servers import now

COUNTERS = 2

# So long a server may know less than what was acknowledged; after that it is lost.
STALE = 180


class Change:
    """One record that is to become something else."""

    def __init__(self, writer, name, known=None, is_deletion=False):
        self.writer, self.name, self.is_deletion = writer, name, is_deletion
        # (change tag, revision) of what is there; None for what is to be made.
        self.known = known
        self.revision = (known[1] if known else 0) + 1
        self.write = f"{writer.name}/{writer.take_number()}"
        self.tag = None

    def operation(self):
        record = {"recordName": self.name, "recordType": "Entry"}
        if self.known:
            record["recordChangeTag"] = self.known[0]
        if not self.is_deletion:
            record["fields"] = {"write": {"value": self.write},
                                "revision": {"value": self.revision},
                                "text": {"value": "some words " * (self.revision % 7)}}
        kind = "delete" if self.is_deletion else "update" if self.known else "create"
        return {"operationType": kind, "record": record}

    def is_done(self, found):
        """Whether what was looked up has this change; None where that is older than what is known."""
        if found is None:
            return True if self.is_deletion else None if self.known else False
        revision = value(found, "revision")
        if not self.is_deletion and value(found, "write") == self.write:
            self.tag = found["recordChangeTag"]
            return True
        if not self.known or revision > self.known[1]:
            raise Failure(f"{self.name} has {value(found, 'write')}, revision {revision}, which "
                          f"nobody wrote on top of {self.known}")
        return None if revision < self.known[1] else False

    def adopt(self, found):
        if found is not None:
            self.known = (found["recordChangeTag"], self.known[1])


class Increment:
    """One more in a counter that all writers share.

    It holds the sum, and how much of that is each writer's.
    """

    is_deletion = False

    def __init__(self, writer, place, name):
        self.writer, self.name = writer, name
        self.field = f"of{writer.name}"
        self.target = writer.ledger.increments[place.name, name, writer.name] + 1
        self.write = f"{writer.name}/{writer.take_number()}"
        self.tag = None

    def operation(self):
        return {"operationType": "update", "record": {
            "recordName": self.name, "recordType": "Counter", "recordChangeTag": self.base[0],
            "fields": {"write": {"value": self.write}, "sum": {"value": self.base[1] + 1},
                       "revision": {"value": self.base[1] + 1},
                       self.field: {"value": self.target}}}}

    def is_done(self, found):
        if found is None:
            raise Failure(f"the counter {self.name} is gone")
        mine = value(found, self.field) or 0
        if mine > self.target:
            raise Failure(f"{self.name} has {mine} increments of {self.writer.name}, "
                          f"who made {self.target}")
        if mine == self.target:
            if value(found, "write") == self.write:
                self.tag = found["recordChangeTag"]
            return True
        return None if mine < self.target - 1 else False

    def adopt(self, found):
        self.base = (found["recordChangeTag"], value(found, "sum"))


class Writer(threading.Thread):
    """Writes until it is told to stop, then settles what is open and ends."""

    def __init__(self, number, servers, places, ledger, seed):
        super().__init__(name=f"w{number}", daemon=True)
        self.ledger, self.places = ledger, places
        self.client = Client(servers, ledger, number % len(servers))
        self.chance = random.Random(f"{seed}/{number}")
        self.number = 0
        # What each record is, by place and name: (change tag, revision), None when deleted.
        self.records = {place.name: {} for place in places}

    def take_number(self):
        self.number += 1
        return self.number

    def run(self):
        try:
            while not self.ledger.stop.is_set():
                self.write()
        except Failure as failure:
            self.ledger.fail(f"{self.name}: {failure}")
        except Exception as error:
            self.ledger.fail(f"{self.name}: {error!r}")
            raise

    def write(self):
        # Those who fled from a server come back to it.
        if self.chance.random() < 0.05:
            self.client.move()
        place = self.chance.choice(self.places)
        mine = self.records[place.name]
        living = [name for name, known in mine.items() if known]
        kind = self.chance.choices(["create", "update", "delete", "batch", "count"],
                                   [3, 4, 1, 1, 3])[0]
        if kind == "count":
            name = f"counter{self.chance.randrange(COUNTERS)}"
            increment = Increment(self, place, name)
            increment.adopt(self.client.look_up(place, [name])[name])
            self.carry_out(place, [increment], False)
            self.ledger.increments[place.name, name, self.name] = increment.target
            return
        if kind == "create" or len(living) < 5:
            changes = [self.creation()]
        elif kind == "batch":
            changes = [self.creation() for _ in range(self.chance.randint(2, 30))] + [
                Change(self, name, mine[name]) for name in self.chance.sample(living, 3)]
        else:
            name = self.chance.choice(living)
            changes = [Change(self, name, mine[name], is_deletion=kind == "delete")]
        self.carry_out(place, changes, place.is_followed)
        for change in changes:
            mine[change.name] = None if change.is_deletion else (change.tag, change.revision)

    def creation(self):
        return Change(self, f"{self.name}-{self.take_number()}")

    # Settling

    def carry_out(self, place, changes, is_atomic):
        """Has changes made, each once, whatever happens meanwhile."""
        open_changes = changes
        while open_changes:
            server = self.client.server
            body = self.client.ask(place, "records/modify", place.body(
                operations=[change.operation() for change in open_changes],
                **({"atomic": True} if is_atomic else {})))
            done = self.take(open_changes, body, is_atomic)
            if done:
                self.ledger.note_done(server, len(done))
            in_doubt = [change for change in open_changes if change not in done]
            if not in_doubt:
                return
            refused = {e.get("recordName") for e in (body or {}).get("records", [])
                       if e.get("serverErrorCode") in CONFLICTS}
            open_changes = self.settle(place, in_doubt, is_atomic, refused)

    def take(self, changes, body, is_atomic):
        """Those that the answer says are done."""
        entries = {e.get("recordName"): e for e in (body or {}).get("records", [])}
        done = []
        for change in changes:
            entry = entries.get(change.name)
            if entry is None:
                continue
            code = entry.get("serverErrorCode")
            if code in CONFLICTS:
                with self.ledger.lock:
                    self.ledger.conflicts += 1
            elif code and code not in LATER:
                raise Failure(f"{self.client.server} refused {change.write}: {entry}")
            elif not code:
                done.append(change)
                if not change.is_deletion:
                    change.tag = entry["recordChangeTag"]
                    self.ledger.note_tag(change.write, change.tag)
        if is_atomic and done and len(done) < len(changes):
            raise Failure(f"{self.client.server} did a part of a batch: {body}")
        return done

    def settle(self, place, changes, is_atomic, refused):
        """Looks up what became of changes; gives those that were not made."""
        began = now()
        while True:
            found = self.client.look_up(place, [change.name for change in changes])
            verdicts = [change.is_done(found[change.name]) for change in changes]
            if None not in verdicts:
                break
            # An answer from before what was acknowledged: from a leader that was replaced.
            if now() - began > STALE:
                lost = changes[verdicts.index(None)]
                raise Failure(f"{lost.name} of {place.name} is {found[lost.name]}, older than what "
                              f"was acknowledged to {self.name}")
            with self.ledger.lock:
                self.ledger.stale += 1
            self.client.rest(0.2)
            self.client.move()
        done = [change for change, verdict in zip(changes, verdicts) if verdict]
        undone = [change for change, verdict in zip(changes, verdicts) if not verdict]
        if is_atomic and done and undone:
            raise Failure(f"{place.name}: {len(done)} changes of a batch are made, "
                          f"{len(undone)} not: {done[0].write}")
        for change in done:
            if change.tag:
                self.ledger.note_tag(change.write, change.tag)
        if done:
            self.ledger.note_done(self.client.server, len(done))
        for change in undone:
            change.adopt(found[change.name])
        self.ledger.note_settled(
            sum(change.name not in refused for change in done),
            sum(change.name not in refused for change in undone),
            sum(change.name in refused for change in done))
        return undone
