"""The CloudKit client of pyicloud, as it comes from PyPI, against a Quarry server.

Usage: pyicloud_check.py '{"url": …, "apiToken": …, "webAuthToken": …}'

Says what it did, one line each; stops with an exception at the first reply that differs.
"""

import json
import os
import sys
import time
import uuid
import warnings

warnings.filterwarnings("ignore")
import requests
from pyicloud.common.cloudkit.client import CloudKitApiError, CloudKitContainerClient
from pyicloud.common.cloudkit.models import (
    CKModifyOperation,
    CKQueryFilterBy,
    CKQueryObject,
    CKQuerySortBy,
    CKWriteRecord,
    CKZoneChangesZoneReq,
    CKZoneID,
    CKZoneIDReq,
)

server = json.loads(sys.argv[1])
container = "iCloud.org.example.pyicloud"
database = f"{server['url']}/database/1/{container}/development"
parameters = {
    "ckAPIToken": server["apiToken"],
    "ckWebAuthToken": server["webAuthToken"],
    "remapEnums": True,
    "getCurrentSyncToken": True,
}
session = requests.Session()
# The certificate that is given, whatever the environment says.
session.trust_env = False
session.verify = os.environ.get("QUARRY_CA", True)
client = CloudKitContainerClient(f"{database}/private", session, parameters)
public = CloudKitContainerClient(f"{database}/public", session, parameters)
zone = CKZoneIDReq(zoneName="Notes")
checks = 0


def check(what, holds):
    global checks
    if not holds:
        raise AssertionError(what)
    checks += 1
    print(f"ok  {what}")


def operation(kind, name, fields=None, tag=None, **members):
    return CKModifyOperation(
        operationType=kind,
        record=CKWriteRecord(
            recordName=name,
            recordType="Note",
            fields=fields or {},
            recordChangeTag=tag,
            **members,
        ),
    )


# A zone, which this client has no call of its own for.
client.raw_post(
    "/zones/modify",
    {"operations": [{"operationType": "create", "zone": {"zoneID": {"zoneName": "Notes"}}}]},
)
zones = client.zones_list()
names = [z.zoneID.zoneName for z in zones.zones]
check("zones/list has the default zone and the new one", sorted(names) == ["Notes", "_defaultZone"])
check("a custom zone says where its changes stand",
      all(z.syncToken for z in zones.zones if z.zoneID.zoneName == "Notes"))

start = client.database_changes()
check("changes/database names the zone", "Notes" in [z.zoneID.zoneName for z in start.zones])
check("changes/database has a token", bool(start.syncToken) and start.moreComing is False)

now = int(time.time() * 1000)
big = 9_007_199_254_740_993
written = client.modify(
    operations=[
        operation(
            "create",
            f"note-{n}",
            {
                "title": {"type": "STRING", "value": f"Note {n}"},
                "rank": {"type": "INT64", "value": big + n},
                "weight": {"type": "DOUBLE", "value": n / 3},
                "due": {"type": "TIMESTAMP", "value": now + n},
                "secret": {"type": "BYTES", "value": "aGVsbG8="},
                "tags": {"type": "STRING_LIST", "value": ["a", "b"]},
                "sizes": {"type": "INT64_LIST", "value": [1, big]},
            },
        )
        for n in range(10)
    ],
    zone_id=zone,
    atomic=True,
)
check("records/modify answers each record", len(written.records) == 10)
first = written.records[0]
check("a record has type, tag, creator and zone",
      first.recordType == "Note" and first.recordChangeTag and first.created.userRecordName
      and first.zoneID.zoneName == "Notes")
check("a saved list keeps its type", first.fields.tags.type_tag == "STRING_LIST")

found = client.query(
    query=CKQueryObject(
        recordType="Note",
        filterBy=[
            CKQueryFilterBy(
                comparator="GREATER_THAN_OR_EQUALS",
                fieldName="rank",
                fieldValue={"type": "INT64", "value": big + 5},
            )
        ],
        sortBy=[CKQuerySortBy(fieldName="rank", ascending=False)],
    ),
    zone_id=zone,
    desired_keys=["rank"],
    results_limit=3,
)
check("records/query filters and sorts beyond 2^53",
      [r.fields.rank.value for r in found.records] == [big + 9, big + 8, big + 7])
check("desiredKeys leaves other fields out", list(found.records[0].fields) == ["rank"])
check("a longer answer has a marker", bool(found.continuationMarker))
rest = client.query(
    query=CKQueryObject(
        recordType="Note",
        filterBy=[
            CKQueryFilterBy(
                comparator="GREATER_THAN_OR_EQUALS",
                fieldName="rank",
                fieldValue={"type": "INT64", "value": big + 5},
            )
        ],
        sortBy=[CKQuerySortBy(fieldName="rank", ascending=False)],
    ),
    zone_id=zone,
    continuation=found.continuationMarker,
)
check("the marker goes on where the page ended",
      [r.fields.rank.value for r in rest.records] == [big + 6, big + 5]
      and rest.continuationMarker is None)
check("getCurrentSyncToken gives a token", bool(client.query_sync_token(
    query=CKQueryObject(recordType="Note"), zone_id=zone)))
wide = client.query(query=CKQueryObject(recordType="Note"), zone_wide=True)
check("zoneWide finds records of every zone", len(wide.records) == 10)
beginning = client.query(
    query=CKQueryObject(
        recordType="Note",
        filterBy=[
            CKQueryFilterBy(
                comparator="BEGINS_WITH",
                fieldName="title",
                fieldValue={"type": "STRING", "value": "Note 3"},
            ),
            CKQueryFilterBy(
                comparator="IN",
                fieldName="title",
                fieldValue={"type": "STRING_LIST", "value": ["Note 3", "Note 4"]},
            ),
        ],
    ),
    zone_id=zone,
)
check("two filters are both asked", [r.recordName for r in beginning.records] == ["note-3"])

looked = client.lookup(["note-1", "missing"], zone_id=zone)
check("records/lookup gives the record", looked.records[0].fields.due.value.timestamp() > 0)
check("records/lookup says what is missing",
      getattr(looked.records[1], "serverErrorCode", "") == "NOT_FOUND")

tag = looked.records[0].recordChangeTag
client.modify(
    operations=[operation("update", "note-1", {"title": {"type": "STRING", "value": "Mine"}}, tag)],
    zone_id=zone,
)
try:
    client.modify(
        operations=[
            operation("update", "note-1", {"title": {"type": "STRING", "value": "Yours"}}, tag)
        ],
        zone_id=zone,
    )
    check("an old tag is refused", False)
except CloudKitApiError as error:
    check("an old tag is refused as CONFLICT", "CONFLICT" in str(error))
try:
    client.modify(operations=[operation("update", "note-1", {})], zone_id=zone)
    check("an update without a tag is refused", False)
except CloudKitApiError as error:
    check("an update without a tag is refused", "recordChangeTag" in str(error.payload))

child = client.modify(
    operations=[
        operation(
            "forceUpdate",
            "child",
            {"above": {"type": "REFERENCE",
                       "value": {"recordName": "note-1", "action": "DELETE_SELF"}}},
            parent={"recordName": "note-2"},
        ),
        operation("forceDelete", "note-9"),
    ],
    zone_id=zone,
)
check("a reference comes back", child.records[0].fields.above.value.recordName == "note-1")
check("a parent comes back", child.records[0].parent.recordName == "note-2")
check("a deletion is answered", child.records[1].deleted is True)

seen = {}
for page in client.iter_changes(
    zone_req=CKZoneChangesZoneReq(zoneID=CKZoneID(zoneName="Notes")), results_limit=4
):
    token = page.syncToken
    for record in page.records:
        seen[record.recordName] = record
check("changes/zone gives every record, page by page",
      {f"note-{n}" for n in range(9)} | {"child"} <= set(seen))
client.modify(operations=[operation("forceDelete", "child")], zone_id=zone)
after = client.changes(
    zone_req=CKZoneChangesZoneReq(zoneID=CKZoneID(zoneName="Notes"), syncToken=token)
)
check("changes/zone after a token tells of the deletion alone",
      [(r.recordName, r.deleted) for r in after.zones[0].records] == [("child", True)])
news = client.database_changes(sync_token=start.syncToken)
check("changes/database after a token names the changed zone",
      [z.zoneID.zoneName for z in news.zones] == ["Notes"])
try:
    client.changes(
        zone_req=CKZoneChangesZoneReq(zoneID=CKZoneID(zoneName="Notes"), syncToken="bm9uc2Vuc2U=")
    )
    check("a garbled token is refused", False)
except CloudKitApiError as error:
    check("a garbled token is refused in the zone's entry", "BAD_REQUEST" in str(error))

if server["url"].startswith("https:"):
    # pyicloud refuses to send an asset over plain HTTP.
    content = os.urandom(100_000)
    asset = client.upload_asset(
        record_type="Note", field_name="picture", record_name="note-1", data=content, zone_id=zone
    )
    client.modify(
        operations=[
            operation(
                "forceUpdate",
                "note-1",
                {"picture": {"type": "ASSETID", "value": asset.model_dump(exclude_none=True)}},
            )
        ],
        zone_id=zone,
    )
    held = client.lookup(["note-1"], zone_id=zone).records[0].fields.picture.value
    check("an asset comes back as it was sent",
          client.download_asset_bytes(held.downloadURL) == content)
    check("an asset comes in pieces",
          b"".join(client.download_asset_stream(held.downloadURL, chunk_size=1000)) == content)

name = f"city-{uuid.uuid4()}"
public.modify(
    operations=[
        CKModifyOperation(
            operationType="create",
            record=CKWriteRecord(
                recordName=name,
                recordType="City",
                fields={"name": {"type": "STRING", "value": "Oslo"}},
            ),
        )
    ],
    zone_id=CKZoneIDReq(zoneName="_defaultZone"),
)
cities = public.query(
    query=CKQueryObject(recordType="City"), zone_id=CKZoneIDReq(zoneName="_defaultZone")
)
check("the public database has what was saved", name in [r.recordName for r in cities.records])
print(f"{checks} checks passed")
