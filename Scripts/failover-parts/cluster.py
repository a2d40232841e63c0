"""PostgreSQL on three nodes under Patroni, which agree through three etcd, all on loopback."""

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.request

from processes import Process, children_of, free_port, wait_until

# How soon a leader that says nothing is replaced: Patroni takes no shorter time to live.
TTL, LOOP, RETRY = 20, 2, 5


class Node:
    """One PostgreSQL and the Patroni that looks after it."""

    def __init__(self, cluster, number):
        self.name = f"node{number}"
        self.folder = os.path.join(cluster.folder, self.name)
        self.data = os.path.join(self.folder, "data")
        self.port, self.api = free_port(), free_port()
        self.cluster = cluster
        self.patroni = None

    def configure(self):
        """Writes Patroni's file; JSON is YAML."""
        os.makedirs(self.folder, exist_ok=True)
        self.cluster.give(self.folder)
        self.file = os.path.join(self.folder, "patroni.yml")
        hosts = [f"127.0.0.1:{port}" for port in self.cluster.etcd_ports]
        with open(self.file, "w") as file:
            json.dump({
                "scope": "quarry", "name": self.name,
                "restapi": {"listen": f"127.0.0.1:{self.api}",
                            "connect_address": f"127.0.0.1:{self.api}"},
                "etcd3": {"hosts": hosts},
                "bootstrap": {
                    "dcs": {
                        "ttl": TTL, "loop_wait": LOOP, "retry_timeout": RETRY,
                        "synchronous_mode": "quorum", "synchronous_node_count": 1,
                        "postgresql": {
                            "use_pg_rewind": True,
                            "parameters": {"max_connections": 300, "wal_keep_size": "512MB",
                                           "max_wal_size": "1GB"}}},
                    "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"]},
                "postgresql": {
                    "listen": f"127.0.0.1:{self.port}",
                    "connect_address": f"127.0.0.1:{self.port}",
                    "data_dir": self.data, "bin_dir": self.cluster.binaries,
                    "pgpass": os.path.join(self.folder, "pgpass"),
                    "authentication": {"superuser": {"username": "postgres"},
                                       "replication": {"username": "replicator"},
                                       "rewind": {"username": "postgres"}},
                    "pg_hba": ["host all all 127.0.0.1/32 trust",
                               "host replication all 127.0.0.1/32 trust"],
                    "parameters": {"unix_socket_directories": self.folder}},
                "watchdog": {"mode": "off"},
            }, file, indent=1)

    def start(self):
        self.patroni = Process(
            [self.cluster.python, self.cluster.patroni, self.file],
            os.path.join(self.folder, "log"), user=self.cluster.user)

    def postmaster(self):
        """The process of its PostgreSQL; None where there is none."""
        try:
            with open(os.path.join(self.data, "postmaster.pid")) as file:
                number = int(file.readline())
            with open(f"/proc/{number}/cmdline") as file:
                return number if self.data in file.read() else None
        except (OSError, ValueError):
            return None

    def signal(self, what, patroni=True):
        """Sends a signal to PostgreSQL with all its children, and to Patroni."""
        if patroni:
            self.patroni.signal(what)
        number = self.postmaster()
        if number is None:
            return
        # It begins nothing new while its children are told.
        if what == signal.SIGKILL:
            os.kill(number, signal.SIGSTOP)
        for process in ([] if what == signal.SIGSTOP else [number]) + children_of(number) + (
                [number] if what == signal.SIGSTOP else []):
            try:
                os.kill(process, what)
            except ProcessLookupError:
                pass


class Cluster:
    """All three, with the etcd that they agree through."""

    sentence = "three nodes of PostgreSQL follow one leader"

    def __init__(self, folder, options):
        self.folder = os.path.join(folder, "cluster")
        self.binaries, self.user = options.postgres, options.user
        self.python = os.path.join(options.patroni, "bin/python")
        self.patroni = os.path.join(options.patroni, "bin/patroni")
        os.makedirs(self.folder)
        self.give(self.folder)
        self.etcd_ports = [free_port() for _ in range(3)]
        self.peers = [free_port() for _ in range(3)]
        self.etcd = [None] * 3
        self.nodes = [Node(self, number) for number in (1, 2, 3)]

    def give(self, folder):
        """Makes a folder the property of the user whom PostgreSQL runs as."""
        if self.user:
            shutil.chown(folder, self.user, self.user)

    def start_etcd(self, number):
        others = ",".join(f"e{n}=http://127.0.0.1:{port}" for n, port in enumerate(self.peers))
        client = f"http://127.0.0.1:{self.etcd_ports[number]}"
        peer = f"http://127.0.0.1:{self.peers[number]}"
        self.etcd[number] = Process(
            ["etcd", "--name", f"e{number}", "--data-dir", f"{self.folder}/etcd{number}",
             "--listen-client-urls", client, "--advertise-client-urls", client,
             "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
             "--initial-cluster", others, "--heartbeat-interval", "250",
             "--election-timeout", "2500"],
            f"{self.folder}/etcd{number}.log", user=self.user)

    def start(self):
        """Gives the seconds until all three nodes follow one leader."""
        began = time.monotonic()
        for number in range(3):
            self.start_etcd(number)
        # Patroni reads from etcd first of all.
        wait_until(lambda: all(self.etcd_is_well(n) for n in range(3)), "etcd does not start")
        for node in self.nodes:
            node.configure()
            node.start()
        self.wait_until_whole()
        return time.monotonic() - began

    def etcd_is_well(self, number):
        try:
            address = f"http://127.0.0.1:{self.etcd_ports[number]}/health"
            with urllib.request.urlopen(address, timeout=5) as reply:
                return json.load(reply).get("health") == "true"
        except (OSError, ValueError):
            return False

    def url(self, database="postgres", settings=""):
        """Where the leader is found, for libpq."""
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return (f"postgres://postgres@{hosts}/{database}"
                f"?target_session_attrs=read-write{settings}")

    def members(self):
        """What Patroni says of each node; empty where none of them answers."""
        for node in self.nodes:
            try:
                address = f"http://127.0.0.1:{node.api}/cluster"
                with urllib.request.urlopen(address, timeout=5) as reply:
                    return {m["name"]: m for m in json.load(reply).get("members", [])}
            except (OSError, ValueError):
                continue
        return {}

    def leader(self):
        """The node that takes writes; None while there is none."""
        for name, member in self.members().items():
            if member.get("role") == "leader" and member.get("state") == "running":
                return next(node for node in self.nodes if node.name == name)
        return None

    def wait_for_leader(self):
        """The node that takes writes, once there is one."""
        found = []
        wait_until(lambda: found.append(self.leader()) or found[-1], "nobody leads: ",
                   lambda: str(self.members()))
        return found[-1]

    def is_whole(self):
        """Whether one leads and two follow it, up to date and ready to take its place."""
        members = self.members()
        leaders = [m for m in members.values()
                   if m.get("role") == "leader" and m.get("state") == "running"]
        followers = [m for m in members.values()
                     if m.get("role") == "quorum_standby" and m.get("state") == "streaming"]
        return (len(leaders) == 1 and len(followers) == 2
                and all(m.get("timeline") == leaders[0].get("timeline") for m in followers))

    def wait_until_whole(self):
        wait_until(self.is_whole, "the cluster does not become whole: ",
                   lambda: str(self.members()))

    def make_database(self, options):
        """A database of its own; gives its address."""
        # It may be made without an answer.
        wait_until(lambda: ask("SELECT 1", self.url("quarry"), options)
                   or ask("CREATE DATABASE quarry", self.url(), options),
                   "the database cannot be made")
        # libpq goes to no other host when one of them says that there is no such database.
        for node in self.nodes:
            url = f"postgres://postgres@127.0.0.1:{node.port}/quarry"
            wait_until(lambda: ask("SELECT 1", url, options),
                       f"{node.name} does not have the database")
        return self.url("quarry", "&connect_timeout=2")


def ask(words, url, options):
    """Whether a statement succeeds."""
    return subprocess.run(
        [os.path.join(options.postgres, "psql"), "-X", "-q", "-c", words, url],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ).returncode == 0
