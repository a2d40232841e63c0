"""The same load on a Citus cluster, whose workers and coordinator are killed; see
`Scripts/trial-citus`."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.parse

from cluster import ask
from faults import Faults, Outcome
from main import Run, arguments, main
from processes import Failure, Process, children_of, free_port, wait_until
from servers import Line

# Parts of the public database.
BUCKETS = 8

SETTINGS = [
    "shared_preload_libraries=citus", "listen_addresses=127.0.0.1", "max_connections=300",
    "wal_level=logical", "max_prepared_transactions=300", "citus.shard_count=8",
    # Of the trial only: the servers speak in clear text, and what a coordinator left in doubt is
    # settled soon after it is back.
    "citus.node_conninfo=sslmode=disable", "citus.recover_2pc_interval=5s",
]


class Member:
    """The coordinator, or a worker, through all of its lives."""

    def __init__(self, cluster, name):
        self.name, self.cluster, self.port = name, cluster, free_port()
        self.folder = os.path.join(cluster.folder, name)
        self.log = os.path.join(cluster.folder, name + ".log")
        self.process = None
        # Of the user whom PostgreSQL runs as.
        self.environment = {**os.environ, "HOME": cluster.folder}

    def make(self):
        run = Process(
            [os.path.join(self.cluster.binaries, "initdb"), "-D", self.folder, "-U", "postgres",
             "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
            self.log, user=self.cluster.user, environment=self.environment)
        if run.process.wait():
            raise Failure(f"initdb of {self.name} failed: {open(self.log).read()}")

    def start(self):
        settings = SETTINGS + [f"port={self.port}", f"unix_socket_directories={self.folder}"]
        self.process = Process(
            [os.path.join(self.cluster.binaries, "postgres"), "-D", self.folder]
            + [word for setting in settings for word in ("-c", setting)],
            self.log, user=self.cluster.user, environment=self.environment)

    def kill(self):
        """Ends the server with all its processes at once."""
        self.process.signal(signal.SIGSTOP)
        for number in children_of(self.process.number):
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.signal(signal.SIGKILL)

    def url(self):
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def ask(self, words):
        """The first column of what a statement gives."""
        answer = subprocess.run(
            [os.path.join(self.cluster.binaries, "psql"), "-X", "-A", "-t", "-c", words,
             self.url()], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if answer.returncode:
            raise Failure(f"{self.name}: {answer.stderr}")
        return answer.stdout.split("\n")[:-1]

    def wait_until_ready(self):
        return wait_until(lambda: ask("SELECT 1", self.url(), self.cluster.options),
                          f"{self.name} is not ready")


class CitusCluster:
    """A coordinator and two workers on loopback."""

    sentence = "a coordinator and two workers of Citus are ready"

    def __init__(self, folder, options):
        self.folder, self.options = os.path.join(folder, "serving" if options.serve else "cluster"), options
        self.binaries, self.user = options.postgres, options.user
        os.makedirs(self.folder)
        if self.user:
            shutil.chown(self.folder, self.user, self.user)
        self.coordinator = Member(self, "coordinator")
        self.workers = [Member(self, f"worker{number}") for number in (1, 2)]

    def start(self):
        began = time.monotonic()
        members = [self.coordinator] + self.workers
        for member in members:
            member.make()
            member.start()
        for member in members:
            member.wait_until_ready()
            member.ask("CREATE EXTENSION citus")
        port = self.coordinator.port
        self.coordinator.ask(f"SELECT citus_set_coordinator_host('127.0.0.1', {port})")
        for worker in self.workers:
            self.coordinator.ask(f"SELECT citus_add_node('127.0.0.1', {worker.port})")
        return time.monotonic() - began

    def make_database(self, options):
        return self.coordinator.url() + f"?connect_timeout=2&spread=citus&buckets={BUCKETS}"

    # What faults ask of a cluster.

    def wait_for_leader(self):
        self.coordinator.wait_until_ready()
        return self.coordinator

    def wait_until_whole(self):
        for member in [self.coordinator] + self.workers:
            member.wait_until_ready()
        wait_until(lambda: not any(worker.ask("SELECT gid FROM pg_prepared_xacts")
                                   for worker in self.workers), "transactions stay in doubt")

    def plain_tables(self):
        """The tables of stores that the cluster does not spread."""
        return self.coordinator.ask("""
            SELECT n.nspname || '.' || c.relname FROM pg_class c
            JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind = 'r' AND n.nspname LIKE 'quarry%' AND NOT EXISTS
            (SELECT 1 FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)""")


class CitusFaults(Faults):
    """What goes wrong with a member, or is done to it, while there is load."""

    kinds = {
        "server killed": "server", "worker killed": "worker",
        "coordinator killed": "coordinator", "shards moved": "worker",
    }

    def worker_killed(self, leader):
        worker = self.chance.choice(self.cluster.workers)
        return self.restart(worker, "worker killed", self.check_impairment)

    def check_impairment(self):
        """A server says that it cannot do everything, and takes what needs no worker."""
        line = Line(self.servers[0])

        def is_impaired():
            answer = line.ask("GET", "/ready")
            return answer.is_yes and answer.body.get("lost") == 1
        wait_until(is_impaired, "/ready does not say that a worker is down")
        names = line.ask("GET", "/ready").body
        if not names.get("servers") or not names["cannot"]:
            raise Failure(f"/ready says {names}")
        answer = line.ask("POST", "/admin/1/users", {
            "name": f"while-down-{time.time()}", "password": "a long password"},
            {"Authorization": "Bearer " + self.run.token})
        if answer.status not in (200, 201):
            raise Failure(f"no new user while a worker is down: {answer}")

    def coordinator_killed(self, leader):
        return self.restart(leader, "coordinator killed")

    def restart(self, member, kind, check=None):
        outcome = Outcome(kind, member.name)
        writes = self.ledger.writes
        member.kill()
        time.sleep(3)
        if check:
            check()
            print(f"         {self.ledger.writes - writes} writes while {member.name} was down")
        member.start()
        outcome.back = member.wait_until_ready()
        return outcome

    def shards_moved(self, leader):
        """Moves the shards of a part of the databases from one worker to the other."""
        shard = leader.ask("""
            SELECT s.shardid || ' ' || s.nodeport FROM citus_shards s
            WHERE s.table_name::text LIKE '%_counters"' OR s.table_name::text LIKE '%_counters'
            ORDER BY random() LIMIT 1""")
        number, port = (int(word) for word in shard[0].split())
        target = next(worker for worker in self.cluster.workers if worker.port != port)
        leader.ask(f"""
            SELECT citus_move_shard_placement({number}, '127.0.0.1', {port}, '127.0.0.1',
            {target.port}, shard_transfer_mode := 'force_logical')""")
        return Outcome("shards moved", f"to {target.name}")


class CitusRun(Run):
    """A run on a cluster."""

    faults, short = CitusFaults, ["worker killed", "coordinator killed", "shards moved"]

    def prepare(self):
        super().prepare()
        made = subprocess.run(
            [self.options.quarry, "accounts", "tokens", "create", "--database-url",
             self.cluster.make_database(self.options), "--kind", "management", "--name", "trial",
             "--format", "plain"], capture_output=True, text=True)
        if made.returncode:
            raise Failure(f"no token can be made: {made.stderr}")
        self.token = made.stdout.split()[-1]
        CitusFaults.run = self
        self.note("first", 0)
        public = self.places[0]
        answer = Line(self.servers[0]).ask("POST", public.path("subscriptions/modify"), {
            "operations": [{"operationType": "create", "subscription": {
                "subscriptionID": "notes", "subscriptionType": "query", "firesOn": ["create"],
                "query": {"recordType": "Note"}}}]})
        if not answer.is_yes or "serverErrorCode" in str(answer.body):
            raise Failure(f"no subscription: {answer}")
        path = public.path("tokens/create").replace("/database/1/", "/device/1/").replace(
            "/public/", "/")
        answer = Line(self.servers[0]).ask("POST", path, {"apnsEnvironment": "development"})
        self.courier = urllib.parse.urlsplit(answer.body["webcourierURL"]).path

    def note(self, name, server):
        """Makes a record that is told of, by the other user."""
        account = self.places[-1].account
        answer = Line(self.servers[server]).ask(
            "POST", account.path("records/modify", "public"), {"operations": [
                {"operationType": "create", "record": {
                    "recordName": name, "recordType": "Note", "fields": {}}}]})
        if not answer.is_yes or "serverErrorCode" in str(answer.body):
            raise Failure(f"no record to tell of: {answer}")

    def check_notifications(self):
        """What one server did comes to a device that listens at another, each once."""
        heard = []
        for number in range(6):
            self.note(f"told{number}", number % len(self.servers))
            line = Line(self.servers[(number + 1) % len(self.servers)])

            def is_heard():
                answer = line.ask("GET", self.courier + "?list=1")
                for told in answer.body.get("notifications", []):
                    heard.append(told["ck"]["qry"]["rid"])
                return f"told{number}" in heard
            wait_until(is_heard, f"no notification of told{number}")
        if sorted(heard) != sorted(set(heard)) or len(heard) != 6:
            raise Failure(f"notifications heard: {heard}")
        print(f"         {len(heard)} notifications came from server to server, each once")

    def finish(self):
        super().finish()
        self.check_notifications()
        plain = self.cluster.plain_tables()
        if plain:
            raise Failure(f"tables that are not spread: {plain}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="Scripts/trial-citus")
    parser.add_argument("--serve", action="store_true", help="the cluster alone, until killed")
    options = arguments(parser, CitusFaults.kinds)
    cluster = CitusCluster(options.folder, options)
    if not options.serve:
        sys.exit(main(CitusRun(options, cluster)))
    cluster.start()
    print(cluster.coordinator.url() + "?", flush=True)
    signal.pause()
