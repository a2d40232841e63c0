"""The same load on a Citus cluster, whose workers and coordinator are killed; see
`Scripts/trial-citus`."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time

from cluster import ask
from faults import Faults, Outcome
from main import Run, arguments, main
from processes import Failure, Process, children_of, free_port, wait_until

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
        return self.coordinator.url() + "?connect_timeout=2&spread=citus"

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
        return self.restart(worker, "worker killed")

    def coordinator_killed(self, leader):
        return self.restart(leader, "coordinator killed")

    def restart(self, member, kind):
        outcome = Outcome(kind, member.name)
        member.kill()
        time.sleep(3)
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

    def finish(self):
        super().finish()
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
