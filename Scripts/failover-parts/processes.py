"""Processes that belong to a run, and waiting for what becomes true."""

import os
import signal
import socket
import subprocess
import time


# Seconds for what surely happens: far more than it takes, for the sake of machines that have much
# else to do.
SURELY = 300


class Failure(Exception):
    """What must not be: ends the run."""


class Process:
    """A program in the background, with its output in a file."""

    def __init__(self, command, log, user=None, environment=None):
        if user:
            command = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] + command
        with open(log, "ab") as output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                start_new_session=True, cwd=os.path.dirname(log), env=environment)

    @property
    def number(self):
        return self.process.pid

    @property
    def is_running(self):
        return self.process.poll() is None

    def signal(self, what):
        if self.is_running:
            os.kill(self.process.pid, what)
        if what == signal.SIGKILL:
            self.process.wait()


given_ports = set()


def free_port():
    """A port that nobody listens on, kept out of the range that connections take theirs from."""
    while True:
        port = 10_000 + int.from_bytes(os.urandom(2), "big") % 20_000
        if port in given_ports:
            continue
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        given_ports.add(port)
        return port


def children_of(number):
    """The children of a process."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as file:
                # The name, in parentheses, may have spaces in it.
                if int(file.read().rsplit(")", 1)[1].split()[1]) == number:
                    found.append(int(entry))
        except (OSError, IndexError, ValueError):
            continue
    return found


def wait_until(is_true, complaint, detail=lambda: ""):
    """Waits for a condition; gives the seconds that it took."""
    began = time.monotonic()
    while not is_true():
        if time.monotonic() - began > SURELY:
            raise Failure(f"{complaint}{detail()} (after {SURELY} s)")
        time.sleep(0.2)
    return time.monotonic() - began
