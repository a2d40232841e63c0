"""What goes wrong in a run, one at a time, and how long nothing could be written then."""

import signal
import time

from cluster import TTL
from processes import wait_until


class Outcome:
    """One line of the table at the end."""

    def __init__(self, kind, target):
        self.kind, self.target = kind, target
        self.leader = self.gap = self.back = self.whole = None
        self.done = self.undone = 0

    def row(self):
        def seconds(number):
            return "" if number is None else f"{number:.1f}"
        return [self.kind, self.target, self.leader or "", seconds(self.gap), seconds(self.back),
                seconds(self.whole), str(self.done), str(self.undone)]

    titles = ["fault", "of", "leader then", "s without writes", "s until ready",
              "s until whole", "in doubt: done", "not done"]


class Faults:
    """Makes them, each on a cluster that is whole again."""

    # What each does to whom.
    kinds = {
        "server killed": "server", "leader killed": "leader", "leader paused": "leader",
        "postmaster killed": "leader", "standby killed": "standby", "etcd killed": "etcd",
        "patroni killed": "leader",
    }

    def __init__(self, cluster, servers, ledger, chance):
        self.cluster, self.servers, self.ledger = cluster, servers, ledger
        self.chance = chance
        # How many seconds a paused leader is away.
        self.pause = TTL + 8

    def make(self, kind):
        """Makes a fault, mends what it broke, and tells how it went."""
        leader = self.cluster.wait_for_leader()
        done, undone = self.ledger.settled_done, self.ledger.settled_undone
        began = time.monotonic()
        outcome = getattr(self, kind.replace(" ", "_"))(leader)
        self.wait_for_writes(time.monotonic())
        end = time.monotonic()
        self.cluster.wait_until_whole()
        if outcome.whole is None:
            outcome.whole = time.monotonic() - began
        outcome.gap = self.ledger.without_writes(began - 1, end)
        outcome.leader = self.cluster.wait_for_leader().name
        outcome.done = self.ledger.settled_done - done
        outcome.undone = self.ledger.settled_undone - undone
        return outcome

    def wait_for_writes(self, since):
        """Waits until every server acknowledges writes again."""
        def everywhere():
            with self.ledger.lock:
                names = {name for moment, name in self.ledger.acknowledged[-500:]
                         if moment > since}
            return self.ledger.failures or len(names) == len(self.servers)
        wait_until(everywhere, "not every server writes again")

    def server_killed(self, leader):
        server = self.chance.choice(self.servers)
        outcome = Outcome("server killed", server.name)
        server.kill()
        time.sleep(1)
        server.start()
        outcome.back = server.wait_until_ready()
        return outcome

    def leader_killed(self, leader):
        leader.signal(signal.SIGKILL)
        self.wait_for_another(leader)
        leader.start()
        return Outcome("leader killed", leader.name)

    def leader_paused(self, leader):
        leader.signal(signal.SIGSTOP)
        try:
            began = time.monotonic()
            self.wait_for_another(leader)
            time.sleep(max(0, self.pause - (time.monotonic() - began)))
        finally:
            leader.signal(signal.SIGCONT)
        return Outcome("leader paused", leader.name)

    def postmaster_killed(self, leader):
        leader.signal(signal.SIGKILL, patroni=False)
        return Outcome("postmaster killed", leader.name)

    def patroni_killed(self, leader):
        # Nobody tells its PostgreSQL that another has taken its place, until Patroni is back.
        leader.patroni.signal(signal.SIGKILL)
        self.wait_for_another(leader)
        time.sleep(TTL / 2)
        leader.start()
        return Outcome("patroni killed", leader.name)

    def standby_killed(self, leader):
        node = self.chance.choice([node for node in self.cluster.nodes if node is not leader])
        node.signal(signal.SIGKILL)
        time.sleep(TTL / 2)
        node.start()
        return Outcome("standby killed", node.name)

    def etcd_killed(self, leader):
        number = self.chance.randrange(3)
        self.cluster.etcd[number].signal(signal.SIGKILL)
        time.sleep(TTL / 2)
        self.cluster.start_etcd(number)
        wait_until(lambda: self.cluster.etcd_is_well(number), "etcd does not come back")
        return Outcome("etcd killed", f"etcd{number}")

    def wait_for_another(self, leader):
        wait_until(lambda: self.cluster.leader() not in (None, leader),
                   "nobody takes the leader's place")
