"""What has to hold at the end: the same in what was acknowledged, in every server and feed."""

from client import Client, value
from processes import Failure
from readers import Reader
from writers import COUNTERS


def expected_records(writers, place):
    """What each record has to be by what was acknowledged: (change tag, revision) or None."""
    return {name: known for writer in writers
            for name, known in writer.records[place.name].items()}


def check_servers(servers, places, writers, ledger):
    """Every record at every server; gives the change tags of the counters."""
    checked, counters = 0, {}
    for number, _ in enumerate(servers):
        client = Client(servers, ledger, number)
        for place in places:
            expected = expected_records(writers, place)
            names = sorted(expected)
            for start in range(0, len(names), 200):
                part = names[start:start + 200]
                for name, found in client.look_up(place, part).items():
                    got = found and (found["recordChangeTag"], value(found, "revision"))
                    if got != expected[name]:
                        raise Failure(f"{name} of {place.name} is {got} at {client.server}, "
                                      f"acknowledged was {expected[name]}")
                checked += len(part)
            counters[place.name] = check_counters(client, place, ledger)
            checked += COUNTERS
    return checked, counters


def check_counters(client, place, ledger):
    names = [f"counter{n}" for n in range(COUNTERS)]
    tags = {}
    for name, found in client.look_up(place, names).items():
        wanted = {writer: count for (where, counter, writer), count in ledger.increments.items()
                  if (where, counter) == (place.name, name)}
        got = {key[2:]: field["value"] for key, field in found["fields"].items()
               if key.startswith("of")}
        if got != wanted or value(found, "sum") != sum(wanted.values()):
            raise Failure(f"{name} of {place.name} is {value(found, 'sum')}, {got}; "
                          f"counted were {sum(wanted.values())}, {wanted}")
        tags[name] = (found["recordChangeTag"], value(found, "sum"))
    return tags


def check_feeds(readers, servers, places, writers, ledger, counters, seed):
    """Every reader believes in what was acknowledged, and so does one that begins now."""
    fresh = Reader(len(readers), servers, places, ledger, seed)
    fresh.drain()
    for reader in readers + [fresh]:
        for place in reader.places:
            expected = {**expected_records(writers, place), **counters[place.name]}
            got = reader.state[place.name]
            for name, known in expected.items():
                # What was made and deleted between two pages is nowhere in the feed.
                if got.get(name) != known:
                    raise Failure(f"{reader.name} has {got.get(name)} for {name} of {place.name}, "
                                  f"acknowledged was {known}")
            strangers = set(got) - set(expected)
            if strangers:
                raise Failure(f"{reader.name} read of records that nobody wrote: "
                              f"{sorted(strangers)[:5]}")


def print_table(titles, rows):
    widths = [max(len(row[n]) for row in [titles] + rows) for n in range(len(titles))]
    for row in [titles] + rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
