"""Server-to-server requests, signed by the PyPI package `cryptography` and by `openssl`.

Usage: signed_requests.py '{"url": …, "managementToken": …}'

Makes keys, hands their public halves to the server, and asks with both kinds of signature, each
form that clients use; then spoils each part and looks that it is refused.
"""

import base64
import datetime
import hashlib
import json
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

server = json.loads(sys.argv[1])
container = "iCloud.org.example.signed"
checks = 0


def check(what, holds):
    global checks
    if not holds:
        raise AssertionError(what)
    checks += 1
    print(f"ok  {what}")


def ask(path, body=None, headers=None, method="POST"):
    data = None if body is None else (body if isinstance(body, bytes) else json.dumps(body).encode())
    request = urllib.request.Request(server["url"] + path, data=data, method=method)
    for name, value in (headers or {}).items():
        request.add_header(name, value)
    try:
        with urllib.request.urlopen(request) as reply:
            return reply.status, json.loads(reply.read() or b"{}")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


def register(private_key, name):
    pem = private_key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return ask(
        "/admin/1/keys",
        {"container": container, "name": name, "publicKey": pem.decode()},
        {"Authorization": "Bearer " + server["managementToken"]},
    )


def stamp(minutes=0):
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def message(date, body, subpath, empty_body_is_empty_text=False):
    digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
    if not body and empty_body_is_empty_text:
        digest = ""
    return f"{date}:{digest}:{subpath}".encode()


def sign(private_key, text):
    return base64.b64encode(private_key.sign(text, ec.ECDSA(hashes.SHA256()))).decode()


def sign_with_openssl(private_key, text):
    pem = private_key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    with tempfile.NamedTemporaryFile() as file:
        file.write(pem)
        file.flush()
        made = subprocess.run(
            ["openssl", "dgst", "-sha256", "-sign", file.name], input=text, capture_output=True,
            check=True,
        )
    return base64.b64encode(made.stdout).decode()


def headers(key_id, date, signature):
    return {
        "X-Apple-CloudKit-Request-KeyID": key_id,
        "X-Apple-CloudKit-Request-ISO8601Date": date,
        "X-Apple-CloudKit-Request-SignatureV1": signature,
        "Content-Type": "text/plain",
    }


key = ec.generate_private_key(ec.SECP256R1())
status, made = register(key, "independent")
check("a P-256 key is taken", status in (200, 201))
key_id = made.get("keyID") or made.get("id") or made["key"]["id"]
base = f"/database/1/{container}/development/public"


def signed(path, body, signer=sign, text=None, date=None, who=None, private=None, sent=None):
    date = date or stamp()
    raw = b"" if body is None else json.dumps(body).encode()
    text = text or message(date, raw, path)
    return ask(
        path, sent if sent is not None else (raw if body is not None else None),
        headers(who or key_id, date, signer(private or key, text)),
        "POST" if body is not None else "GET",
    )


save = {
    "operations": [
        {"operationType": "forceUpdate",
         "record": {"recordName": "oslo", "recordType": "City",
                    "fields": {"name": {"value": "Oslo"}}}}
    ]
}
status, reply = signed(base + "/records/modify", save)
check("a write signed by cryptography is done", status == 200 and
      reply["records"][0]["recordName"] == "oslo")
creator = reply["records"][0]["created"]["userRecordName"]
query = {"query": {"recordType": "City"}}
status, reply = signed(base + "/records/query", query, signer=sign_with_openssl)
check("a query signed by openssl is answered", status == 200 and len(reply["records"]) == 1)

path = base + "/records/query?ckjsVersion=2.6.4"
date = stamp()
raw = json.dumps(query).encode()
status, _ = signed(path, query, text=message(date, raw, base + "/records/query"), date=date)
check("the path alone may be signed", status == 200)
status, _ = signed(path, query, text=message(date, raw, path), date=date)
check("the path with its query may be signed", status == 200)

for is_empty in (True, False):
    date = stamp()
    path = base + "/users/caller"
    status, reply = signed(path, None, text=message(date, b"", path, is_empty), date=date)
    check("without a body, " + ("the empty text" if is_empty else "the hash of nothing")
          + " is signed", status == 200 and reply["userRecordName"] == creator)

query_path = base + "/records/query"
refused = {
    "another body than was signed": signed(query_path, query, sent=b'{"query":{"recordType":"X"}}'),
    "another path than was signed": signed(
        query_path, query, text=message(stamp(), raw, base + "/records/lookup")),
    "a date eleven minutes ago": signed(query_path, query, date=stamp(-11)),
    "a date eleven minutes ahead": signed(query_path, query, date=stamp(11)),
    "a date that is none": signed(query_path, query, date="yesterday"),
    "another key": signed(query_path, query, private=ec.generate_private_key(ec.SECP256R1())),
    "another curve": signed(query_path, query, private=ec.generate_private_key(ec.SECP384R1())),
    "an unknown key": signed(query_path, query, who="0" * 64),
    "a signature that is no base64": signed(query_path, query, signer=lambda *_: "%%%"),
    "an empty signature": signed(query_path, query, signer=lambda *_: ""),
    "a signature in another form": signed(
        query_path, query, signer=lambda *_: base64.b64encode(b"\0" * 64).decode()),
}
for what, (status, reply) in refused.items():
    check(f"{what} is refused ({status} {reply.get('serverErrorCode')})",
          status == 401 and reply["serverErrorCode"] == "AUTHENTICATION_FAILED")

for database in ("private", "shared"):
    status, reply = signed(f"/database/1/{container}/development/{database}/records/query", query)
    check(f"a key may not ask the {database} database ({status} {reply['serverErrorCode']})",
          status in (401, 403, 421))
status, reply = signed("/database/1/iCloud.org.example.other/development/public/records/query", query)
check("a key is for its own container", status == 401)

status, reply = register(ec.generate_private_key(ec.SECP384R1()), "other curve")
check("a key of another curve is not taken: " + reply.get("reason", ""), status == 400)
status, reply = register(rsa.generate_private_key(65537, 2048), "rsa")
check("an RSA key is not taken: " + reply.get("reason", ""), status == 400)
print(f"{checks} checks passed")
