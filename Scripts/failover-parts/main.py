"""Three servers on three nodes under load, while faults are made; see `Scripts/failover`."""

import argparse
import os
import random
import sys
import time

from checks import check_feeds, check_servers, print_table
from client import CONFLICTS, LATER, Client
from cluster import TTL, Cluster
from faults import Faults, Outcome
from ledger import Ledger, Place
from processes import SURELY, Failure
from readers import Reader
from servers import PATIENCE, Server, make_accounts
from writers import COUNTERS, Writer

SHORT = ["server killed", "leader killed", "leader paused"]


def arguments(parser, kinds):
    parser.add_argument("--short", action="store_true", help="one fault of the main kinds")
    parser.add_argument("--only", action="append", choices=list(kinds),
                        help="this fault alone, or with others that are named so")
    parser.add_argument("--rounds", type=int, default=3, help="how often each fault is made")
    parser.add_argument("--seconds", type=float, help="of load before each fault")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--writers", type=int, default=9)
    parser.add_argument("--readers", type=int, default=3)
    parser.add_argument("--quarry", required=True)
    parser.add_argument("--postgres", required=True, help="the folder of PostgreSQL's programs")
    parser.add_argument("--user", help="whom PostgreSQL runs as")
    parser.add_argument("--folder", required=True)
    options = parser.parse_args()
    if options.seconds is None:
        options.seconds = 5 if options.short else 15
    return options


began = time.monotonic()


def tell(text):
    print(f"{time.monotonic() - began:6.1f} s  {text}", flush=True)


class Run:
    """A run from its beginning to its end."""

    faults, short = Faults, SHORT

    def __init__(self, options, cluster):
        self.options = options
        self.chance = random.Random(options.seed)
        self.ledger = Ledger()
        self.cluster = cluster
        self.servers, self.writers, self.readers, self.outcomes = [], [], [], []

    def prepare(self):
        tell(f"{self.cluster.sentence} after {self.cluster.start():.1f} s")
        database = self.cluster.make_database(self.options)
        self.servers = [Server(n, database, self.options.folder, self.options)
                        for n in (1, 2, 3)]
        # All at once: each may have to make the tables.
        for server in self.servers:
            server.start()
        seconds = max(server.wait_until_ready() for server in self.servers)
        tell(f"three servers ready after {seconds:.1f} s")
        accounts = make_accounts(self.servers, database, self.options, 2)
        self.places = [Place("public", accounts[0], "public")] + [
            Place(f"private{n}/{zone}", account, "private", zone)
            for n, account in enumerate(accounts) for zone in ("Kept", "Other")]
        client = Client(self.servers, self.ledger, 0)
        for place in self.places:
            if place.zone:
                self.must(client, place, "zones/modify", {"operations": [
                    {"operationType": "create", "zone": {"zoneID": {"zoneName": place.zone}}}]})
            self.must(client, place, "records/modify", place.body(operations=[
                {"operationType": "create", "record": {
                    "recordName": f"counter{n}", "recordType": "Counter", "fields": {
                        "write": {"value": f"made/{place.name}/{n}"},
                        "sum": {"value": 0}, "revision": {"value": 0}}}}
                for n in range(COUNTERS)]))

    def must(self, client, place, endpoint, body):
        """Has something made; what an attempt without an answer made is there at the next one."""
        self.ledger.give_up = time.monotonic() + SURELY
        passable = LATER
        while True:
            answer = client.ask(place, endpoint, body)
            if answer is not None:
                entries = answer.get("records", []) + answer.get("zones", [])
                codes = {entry.get("serverErrorCode") for entry in entries} - {None}
                if codes - passable:
                    raise Failure(f"{endpoint} in {place.name}: {answer}")
                if not codes & LATER:
                    return
                client.rest(0.2)
            passable = LATER | CONFLICTS

    def begin(self):
        self.ledger.give_up = time.monotonic() + 86_400
        seed = self.options.seed
        self.writers = [Writer(n, self.servers, self.places, self.ledger, seed)
                        for n in range(self.options.writers)]
        self.readers = [Reader(n, self.servers, self.places, self.ledger, seed)
                        for n in range(self.options.readers)]
        for thread in self.writers + self.readers:
            thread.start()

    def load(self, seconds):
        """Lets the load go on; ends early where something failed."""
        writes, start = self.ledger.writes, time.monotonic()
        self.ledger.stop.wait(seconds)
        passed = time.monotonic() - start
        tell(f"{(self.ledger.writes - writes) / passed:.0f} writes a second; "
             f"{self.ledger.writes:,} acknowledged, "
             f"{sum(reader.pages for reader in self.readers):,} pages of feeds")

    def make_faults(self):
        if self.options.short:
            kinds = self.short
        else:
            kinds = (self.options.only or list(self.faults.kinds)) * self.options.rounds
            self.chance.shuffle(kinds)
        faults = self.faults(self.cluster, self.servers, self.ledger, self.chance)
        # Longer than the clients of a leader wait for it; in the short form than it may lead.
        faults.pause = TTL + 8 if self.options.short else 60
        for kind in kinds:
            self.load(self.options.seconds)
            if self.ledger.failures:
                return
            outcome = faults.make(kind)
            self.outcomes.append(outcome)
            tell(f"{outcome.kind} ({outcome.target}): {outcome.gap:.1f} s without writes")
        self.load(self.options.seconds)

    def finish(self):
        """Stops the load, lets everybody settle, and checks."""
        self.ledger.stop.set()
        self.ledger.give_up = time.monotonic() + SURELY
        # All together, and one more answer.
        end = self.ledger.give_up + PATIENCE
        for writer in self.writers:
            writer.join(max(0, end - time.monotonic()))
        for reader in self.readers:
            reader.end.set()
        for reader in self.readers:
            reader.join(PATIENCE)
        if any(thread.is_alive() for thread in self.writers + self.readers):
            raise Failure("a writer or reader does not end")
        if self.ledger.failures:
            return
        self.ledger.give_up = time.monotonic() + SURELY * 2
        for reader in self.readers:
            reader.drain()
        checked, counters = check_servers(
            self.servers, self.places, self.writers, self.ledger)
        check_feeds(self.readers, self.servers, self.places, self.writers, self.ledger, counters,
                    self.options.seed)
        tell(f"{checked:,} records looked up at three servers are as acknowledged; "
             f"{len(self.readers) + 1} readers of the feeds agree")

    def report(self):
        ledger = self.ledger
        if self.outcomes:
            print()
            print_table(Outcome.titles, [outcome.row() for outcome in self.outcomes])
        statuses = {}
        for (_, status), count in ledger.answers.items():
            statuses[status] = statuses.get(status, 0) + count
        pages = sum(reader.pages for reader in self.readers)
        verdict = "FAILED" if ledger.failures else "0 lost, 0 twice, no change missed"
        print(f"\n{ledger.writes:,} writes acknowledged, "
              f"{sum(ledger.increments.values()):,} of them increments of shared counters; "
              f"{pages:,} pages of feeds: {verdict}")
        print(f"answers: {dict(sorted(statuses.items()))}, none {ledger.lost_answers}; the longest "
              f"took {ledger.longest:.1f} s; in doubt and done {ledger.settled_done}, sent again "
              f"{ledger.settled_undone}, conflicts {ledger.conflicts}, of them done "
              f"{ledger.refused_done}, stale lookups {ledger.stale}")
        print(f"seed {self.options.seed}, {time.monotonic() - began:.0f} s in all")
        if ledger.failures:
            for server in self.servers:
                print(f"\nThe last words of {server.name}:\n{server.last_words()}")


def main(run):
    """Gives the status that the program ends with."""
    try:
        run.prepare()
        run.begin()
        run.make_faults()
        run.finish()
    except Failure as failure:
        run.ledger.fail(str(failure))
    run.report()
    return 1 if run.ledger.failures else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="Scripts/failover")
    parser.add_argument("--patroni", required=True, help="a virtual environment that has it")
    options = arguments(parser, Faults.kinds)
    sys.exit(main(Run(options, Cluster(options.folder, options))))
