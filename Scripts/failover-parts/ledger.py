"""What the load knows: what was acknowledged, when, and what the answers were."""

import collections
import threading
import time

from processes import Failure


class Place:
    """A zone of a database that is written to."""

    def __init__(self, name, account, database, zone=None):
        self.name, self.account, self.database, self.zone = name, account, database, zone

    @property
    def is_followed(self):
        """Whether it has a change feed."""
        return self.zone is not None

    def body(self, **members):
        return {**({"zoneID": {"zoneName": self.zone}} if self.zone else {}), **members}

    def path(self, endpoint):
        return self.account.path(endpoint, self.database)


class Ledger:
    """Shared by all threads of a run."""

    def __init__(self):
        self.lock = threading.Lock()
        # The moments of acknowledged requests, with the server that answered.
        self.acknowledged = []
        self.writes = 0
        self.settled_done = 0       # in doubt, and found done
        self.settled_undone = 0     # in doubt, and found not done: sent again
        self.refused_done = 0       # refused as if somebody else were first, and found done
        self.conflicts = 0
        self.stale = 0              # lookups that were older than what was acknowledged
        self.increments = collections.Counter()   # (place, counter, writer): how many
        self.answers = collections.Counter()      # (endpoint, status)
        self.lost_answers = 0
        self.longest = 0.0
        self.tags = {}              # write: the change tag that it was given
        self.failures = []
        self.stop = threading.Event()
        self.give_up = time.monotonic() + 86_400

    def fail(self, text):
        """Notes what must not be; the run ends soon."""
        with self.lock:
            if len(self.failures) < 20:
                self.failures.append(text)
                print("FAILED: " + text, flush=True)
        self.stop.set()

    def note_answer(self, endpoint, status, seconds):
        with self.lock:
            self.answers[endpoint, status] += 1
            self.longest = max(self.longest, seconds)

    def note_no_answer(self):
        with self.lock:
            self.lost_answers += 1

    def note_settled(self, done, undone, refused_done):
        with self.lock:
            self.settled_done += done
            self.settled_undone += undone
            self.refused_done += refused_done

    def note_done(self, server, count):
        with self.lock:
            self.writes += count
            self.acknowledged.append((time.monotonic(), server))

    def note_tag(self, write, tag):
        """A write has one change tag; two mean that it was applied twice."""
        with self.lock:
            known = self.tags.setdefault(write, tag)
        if known not in (tag, None):
            with self.lock:
                self.tags[write] = None  # said once
            self.fail(f"{write} was applied twice: change tags {known} and {tag}")

    def without_writes(self, begin, end, server=None):
        """The longest time without an acknowledged write between two moments, in seconds."""
        with self.lock:
            moments = [t for t, name in self.acknowledged
                       if begin <= t <= end and server in (None, name)]
        longest = 0.0
        for a, b in zip([begin] + moments, moments + [end]):
            longest = max(longest, b - a)
        return longest

    def last_write(self):
        with self.lock:
            return self.acknowledged[-1][0] if self.acknowledged else 0.0

    def check_time(self):
        if time.monotonic() > self.give_up:
            raise Failure("a write could not be settled in the time that was left for it")
