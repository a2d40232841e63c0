"""Three Quarry servers on one database, and how they are asked."""

import http.client
import json
import os
import signal
import subprocess
import time
import urllib.parse

from processes import SURELY, Failure, Process, free_port, wait_until

CONTAINER = "iCloud.org.example.failover"

# After so long without an answer a server hangs, whatever happens behind it.
PATIENCE = 180


class NoAnswer(Exception):
    """The connection was lost: nobody knows what became of the request."""


class Server:
    """A server on one port through all of its lives."""

    def __init__(self, number, database, folder, options):
        self.name = f"server{number}"
        self.port = free_port()
        self.log = os.path.join(folder, self.name + ".log")
        self.command = [options.quarry, "serve", "--database-url", database, "--port",
                        str(self.port), "--container", CONTAINER]
        self.process = None

    def start(self):
        self.process = Process(self.command, self.log)

    def last_words(self):
        try:
            with open(self.log, errors="replace") as file:
                return "".join(file.readlines()[-8:])
        except OSError:
            return ""

    def kill(self):
        self.process.signal(signal.SIGKILL)

    def is_ready(self):
        if not self.process.is_running:
            raise Failure(f"{self.name} ended with {self.process.process.returncode}")
        try:
            return Line(self).ask("GET", "/ready").status == 200
        except NoAnswer:
            return False

    def wait_until_ready(self):
        """Gives the seconds that it took."""
        return wait_until(self.is_ready, f"{self.name} is not ready")


class Answer:
    """What a server said."""

    def __init__(self, status, body):
        self.status, self.body = status, body

    @property
    def is_yes(self):
        return self.status == 200

    @property
    def code(self):
        return self.body.get("serverErrorCode", "") if isinstance(self.body, dict) else ""

    def __str__(self):
        return f"{self.status} {json.dumps(self.body)[:400]}"


class Line:
    """A connection to a server, kept open, made anew after a loss; for one thread."""

    def __init__(self, server):
        self.server = server
        self.connection = None

    def ask(self, method, path, body=None, headers=None):
        """The answer; throws ``NoAnswer`` where none came."""
        if not self.connection:
            self.connection = http.client.HTTPConnection(
                "127.0.0.1", self.server.port, timeout=PATIENCE)
        try:
            self.connection.request(
                method, path, None if body is None else json.dumps(body), headers or {})
            reply = self.connection.getresponse()
            text = reply.read()
        except TimeoutError:
            raise Failure(f"{self.server.name} says nothing for {PATIENCE} s to {path[:80]}")
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise NoAnswer(repr(error))
        try:
            return Answer(reply.status, json.loads(text or b"{}"))
        except ValueError:
            return Answer(reply.status, text.decode("utf-8", "replace"))

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None


class Account:
    """A user with a private database; None stands for the public one."""

    def __init__(self, api, web):
        self.query = f"?ckAPIToken={api}&ckWebAuthToken={urllib.parse.quote(web, safe='')}"

    def path(self, endpoint, database):
        return f"/database/1/{CONTAINER}/development/{database}/{endpoint}{self.query}"


def make_accounts(servers, database, options, count):
    """Users with tokens, made on the command line and through the servers."""
    made = []

    def is_token_made():
        made.append(subprocess.run(
            [options.quarry, "accounts", "tokens", "create", "--database-url", database, "--kind",
             "management", "--name", "failover", "--format", "plain"],
            capture_output=True, text=True))
        return made[-1].returncode == 0

    wait_until(is_token_made, "no token can be made: ", lambda: made[-1].stderr)
    token = made[-1].stdout.split()[-1]
    line = Line(servers[0])

    def post(path, body):
        """The answer, after some attempts where the leader changes meanwhile."""
        began = now()
        attempt = 0
        while True:
            attempt += 1
            try:
                answer = line.ask(
                    "POST", path, body(attempt), {"Authorization": "Bearer " + token})
                if answer.status in (200, 201):
                    return answer.body
                if answer.status not in (429, 503):
                    raise Failure(f"{path}: {answer}")
            except NoAnswer as error:
                answer = error
            if now() - began > SURELY:
                raise Failure(f"{path}: {answer}")
            time.sleep(0.5)

    api = post("/admin/1/tokens",
               lambda _: {"kind": "api", "container": CONTAINER, "name": "failover"})
    accounts = []
    for number in range(count):
        # A name of its own for each attempt: one without an answer may have made the user.
        user = post("/admin/1/users", lambda attempt: {
            "name": f"user{number}-{attempt}", "password": "a long password"})
        web = post("/admin/1/tokens", lambda _: {"kind": "webAuth", "container": CONTAINER,
                                                 "user": user["recordName"], "name": "failover"})
        accounts.append(Account(api["token"], web["token"]))

    def knows(server, account):
        try:
            return Line(server).ask("GET", account.path("users/caller", "public")).is_yes
        except NoAnswer:
            return False

    # The others hear of new accounts within a second or so.
    for server in servers:
        for account in accounts:
            wait_until(lambda: knows(server, account), f"{server.name} does not know an account")
    return accounts


def pause_of(answer):
    """How long a server wants to be left alone; never so long that a run waits for it."""
    wanted = answer.body.get("retryAfter", 0.2) if isinstance(answer.body, dict) else 0.2
    return min(2.0, max(0.05, float(wanted)))


def now():
    return time.monotonic()
