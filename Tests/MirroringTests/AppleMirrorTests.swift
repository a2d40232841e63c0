import CloudKit
import CoreData
import Foundation
import ObjectCore
import PredicateCore
import Stores
import TestFiles
import TestKit
import Testing

/// Files that Core Data on Apple's systems mirrored: their record names are taken over.
@Suite struct `Files that Apple's systems mirrored` {
    private let cloud = Notebook.cloud()
    private let folder = TemporaryFolder()
    private var url: URL { folder.file("Notebook.sqlite") }

    private func run(_ sql: String) throws { try sqlite(url.path, sql) }

    /// Turns a store that a device mirrored into one that Apple's systems did: the tables have the
    /// columns that files of Core Data have.
    private func makeApple(_ names: [(entity: String, row: Int64, record: String)]) throws {
        try run("DROP TABLE QUARRYMIRROR")
        try run(
            """
            CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, \
            Z_OPT INTEGER, ZENTITYID INTEGER, ZENTITYPK INTEGER, \
            ZLASTEXPORTEDTRANSACTIONNUMBER INTEGER, ZNEEDSCLOUDDELETE INTEGER, \
            ZNEEDSLOCALDELETE INTEGER, ZNEEDSUPLOAD INTEGER, \
            ZPENDINGEXPORTCHANGETYPENUMBER INTEGER, ZPENDINGEXPORTTRANSACTIONNUMBER INTEGER, \
            ZENCODEDRECORDASSET INTEGER, ZRECORDZONE INTEGER, ZSYSTEMFIELDSASSET INTEGER, \
            ZCKRECORDNAME VARCHAR)
            """)
        try run(
            """
            CREATE TABLE ANSCKRECORDZONEMETADATA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, \
            Z_OPT INTEGER, ZHASSUBSCRIPTIONNUM INTEGER, ZLASTFETCHDATE TIMESTAMP, \
            ZCKOWNERNAME VARCHAR, ZCKRECORDZONENAME VARCHAR, ZCURRENTCHANGETOKEN BLOB)
            """)
        try run(
            "INSERT INTO ANSCKRECORDZONEMETADATA VALUES (1, 17014, 1, 1, 700000000, "
                + "'__defaultOwner__', 'com.apple.coredata.cloudkit.zone', x'01')")
        try run(
            """
            CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
            ZCLOUDKITEVENTTYPE INTEGER, ZCOUNTAFFECTEDOBJECTS INTEGER, ZERRORCODE INTEGER, \
            ZSUCCEEDED INTEGER, ZENDEDAT TIMESTAMP, ZSTARTEDAT TIMESTAMP, ZERRORDOMAIN VARCHAR)
            """)
        try run(
            "INSERT INTO ANSCKEVENT VALUES (1, 17002, 1, 0, 0, 0, 1, 700000001, 700000000, NULL), "
                + "(2, 17002, 1, 2, 0, 2, 0, 700000003, 700000002, 'CKErrorDomain')")
        try run(
            """
            CREATE TABLE ANSCKMETADATAENTRY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, \
            Z_OPT INTEGER, ZBOOLVALUENUM INTEGER, ZINTEGERVALUE INTEGER, ZDATEVALUE TIMESTAMP, \
            ZKEY VARCHAR, ZSTRINGVALUE VARCHAR, ZTRANSFORMEDVALUE BLOB)
            """)
        try run(
            "INSERT INTO ANSCKMETADATAENTRY VALUES (1, 17009, 1, NULL, NULL, NULL, "
                + "'NSCloudKitMirroringDelegateCKIdentityRecordNameDefaultsKey', '_ann', NULL)")
        for (index, one) in names.enumerated() {
            try run(
                "INSERT INTO ANSCKRECORDMETADATA VALUES (\(index + 1), 17012, 1, (SELECT Z_ENT "
                    + "FROM Z_PRIMARYKEY WHERE Z_NAME = '\(one.entity)'), \(one.row), "
                    + "(SELECT max(Z_PK) FROM ATRANSACTION), 0, 0, 0, 0, 0, NULL, 1, NULL, '\(one.record)')"
            )
        }
    }

    /// The objects of a device with their record names.
    private func names(
        _ device: Device
    ) throws -> [(entity: String, row: Int64, record: String)] {
        var names: [(entity: String, row: Int64, record: String)] = []
        for entity in ["Note", "Folder", "Tag"] {
            for key in try device.keys(entity) {
                let id = try device.id(entity, key)
                let record = try #require(device.container.recordID(for: id)).recordName
                let row = try #require(Int64(id.uriRepresentation().lastPathComponent.dropFirst()))
                names.append((entity: entity, row: row, record: record))
            }
        }
        return names
    }

    /// A phone whose store comes from an Apple system, and what its records are called.
    private func fill() async throws -> [String] {
        let phone = try Device("phone", in: cloud, at: url)
        try phone.insert("Folder", "f")
        for key in ["a", "b"] {
            try phone.insert("Note", key, ["title": "old", "text": "text"])
            try phone.relate("Note", key, "folder", to: ("Folder", "f"))
        }
        try phone.insert("Tag", "red")
        try phone.tag("a", "red", isOn: true)
        try await cloud.settle([phone])
        let names = try names(phone)
        try phone.close()
        try makeApple(names)
        return names.map(\.record).sorted()
    }

    @Test func `a copied file does not double its objects`() async throws {
        let records = try await fill()
        // Meanwhile another device went on.
        let tablet = try Device("tablet", in: cloud)
        try await cloud.settle([tablet])
        try tablet.update("Note", "a", ["title": "new"])
        try await cloud.settle([tablet])
        let phone = try Device("phone", in: cloud, at: url)
        try await cloud.settle([phone, tablet])
        #expect(try await cloud.notebookRecords().count == 5)
        #expect(try names(phone).map(\.record).sorted() == records)
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == ["a", "b"] && device.keys("Tag") == ["red"])
            // What the file had of it was no edit.
            #expect(try device.text("Note", "a", "title") == "new")
            #expect(try device.members("Note", "a", "tags") == ["red"])
            #expect(try device.target("Note", "b", "folder") == "f")
        }
        #expect(phone.requests == 0)
        try phone.update("Note", "b", ["title": "edited"])
        try await cloud.settle([phone, tablet])
        #expect(try tablet.text("Note", "b", "title") == "edited")
        try phone.close()
    }

    @Test(arguments: [false, true])
    func `an edit that was not sent before the file was copied is sent`(
        isImported: Bool
    ) async throws {
        _ = try await fill()
        if isImported {
            // The system fetched everything, and never sent any of it.
            try run("UPDATE ATRANSACTION SET ZAUTHOR = 'NSCloudKitMirroringDelegate.import'")
            try run("UPDATE ANSCKRECORDMETADATA SET ZLASTEXPORTEDTRANSACTIONNUMBER = NULL")
        }
        try run("UPDATE ZNOTE SET ZTEXT = 'offline' WHERE ZKEY = 'b'")
        try run(
            "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) "
                + "SELECT max(Z_PK) + 1, max(Z_ENT), 700000010 FROM ATRANSACTION")
        try run(
            "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) "
                + "SELECT (SELECT max(Z_PK) + 1 FROM ACHANGE), (SELECT max(Z_ENT) FROM ACHANGE), 1, "
                + "Z_ENT, Z_PK, (SELECT max(Z_PK) FROM ATRANSACTION) FROM ZNOTE WHERE ZKEY = 'b'")
        let tablet = try Device("tablet", in: cloud)
        let phone = try Device("phone", in: cloud, at: url)
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.text("Note", "b", "text") == "offline")
        }
        try phone.close()
    }

    /// Saves in the file as a program on an Apple system does that is not connected.
    private func save(
        _ note: String,
        _ body: (ObjectKey, _ places: [String: Int], inout ObjectChanges) -> Void
    ) throws {
        let model = try ResolvedModel(Notebook.model().objectModel)
        var options = ObjectStoreOptions()
        options.keepsHistory = true
        let store = try ObjectStoreOpener.open(
            .sqlite(path: url.path), model: model, options: options)
        let entity = try #require(model.entity(named: "Note"))
        let keys = try store.fetchKeys(
            ObjectQuery(
                entity: entity.number, where: try QueryPredicate(parsing: "key = '\(note)'")))
        let places = entity.attributes.map { ($0.name, $0.place) }
        var changes = ObjectChanges()
        body(
            try #require(keys.first), Dictionary(places, uniquingKeysWith: { $1 }), &changes)
        _ = try store.save(changes)
        try store.close()
    }

    @Test func `what another device edited in other fields is kept beside an unsent edit`()
        async throws
    {
        _ = try await fill()
        let tablet = try Device("tablet", in: cloud)
        try await cloud.settle([tablet])
        for note in ["a", "b"] {
            // One is emptied, which a nil cannot say by itself.
            let text: Value = note == "a" ? .null : .text("offline")
            try save(note) { key, places, changes in
                let edit = (place: places["text"] ?? 0, value: text)
                changes.updated = [ObjectUpdate(key: key, version: nil, attributes: [edit])]
            }
            try tablet.update("Note", note, ["title": "tablet's"])
        }
        // The system had noted the edit of one of them.
        try run(
            "UPDATE ANSCKRECORDMETADATA SET ZNEEDSUPLOAD = 1 WHERE ZENTITYPK = "
                + "(SELECT Z_PK FROM ZNOTE WHERE ZKEY = 'b')")
        try await cloud.settle([tablet])
        let phone = try Device("phone", in: cloud, at: url)
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "tablet's", "\(device.name)")
            #expect(try device.text("Note", "a", "text") == nil, "\(device.name)")
            #expect(try device.text("Note", "b", "title") == "tablet's", "\(device.name)")
            #expect(try device.text("Note", "b", "text") == "offline", "\(device.name)")
        }
        try phone.close()
    }

    /// What an Apple system did to the note `a` after it was last connected, without sending it.
    private func deleteNote(notes: Bool) throws {
        var row: Int64 = 0
        try save("a") { key, _, changes in
            row = key.row
            changes.deleted = [ObjectDeletion(key: key, version: nil)]
        }
        guard notes else { return }
        // The system had looked at its history, and noted what to send.
        try run("DELETE FROM ACHANGE")
        try run("DELETE FROM ATRANSACTION")
        try run(
            "UPDATE ANSCKRECORDMETADATA SET ZNEEDSCLOUDDELETE = 1 WHERE ZENTITYPK = \(row) AND "
                + "ZENTITYID = (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Note')")
    }

    private func setLastFetch(_ date: Date) throws {
        try run(
            "UPDATE ANSCKRECORDZONEMETADATA SET ZLASTFETCHDATE = "
                + "\(date.timeIntervalSinceReferenceDate)")
    }

    @Test(arguments: [false, true])
    func `a deletion that was not sent before the file was copied is sent`(
        notes: Bool
    ) async throws {
        _ = try await fill()
        let tablet = try Device("tablet", in: cloud)
        try await cloud.settle([tablet])
        try setLastFetch(Date())
        try deleteNote(notes: notes)
        let phone = try Device("phone", in: cloud, at: url)
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == ["b"] && device.keys("Tag") == ["red"])
        }
        // With the record of the pair.
        #expect(try await cloud.notebookRecords().count == 3)
        try phone.close()
    }

    @Test func `an edit that the copied file did not know is kept from its deletion`()
        async throws
    {
        _ = try await fill()
        try setLastFetch(Date())
        let tablet = try Device("tablet", in: cloud)
        try await cloud.settle([tablet])
        try tablet.update("Note", "a", ["title": "new"])
        try await cloud.settle([tablet])
        try deleteNote(notes: false)
        let phone = try Device("phone", in: cloud, at: url)
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "new")
            #expect(try device.members("Note", "a", "tags") == ["red"])
        }
        try phone.close()
    }

    @Test(arguments: [true, false])
    func `a deletion of which only a mark is left counts against edits by when the file was read`(
        hasDate: Bool
    ) async throws {
        _ = try await fill()
        let tablet = try Device("tablet", in: cloud)
        try await cloud.settle([tablet])
        try tablet.update("Note", "a", ["title": "new"])
        try await cloud.settle([tablet])
        try deleteNote(notes: true)
        try run("UPDATE ANSCKRECORDMETADATA SET ZRECORDZONE = NULL")
        if hasDate {
            try setLastFetch(Date())
        } else {
            try run("UPDATE ANSCKRECORDZONEMETADATA SET ZLASTFETCHDATE = NULL")
            try run("DELETE FROM ANSCKEVENT")
        }
        let phone = try Device("phone", in: cloud, at: url)
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == (hasDate ? ["b"] : ["a", "b"]))
        }
        try phone.close()
    }

    @Test func `a deletion in a store of the shared database waits for no zone`() async throws {
        _ = try await fill()
        for table in ["ZNOTE", "ZFOLDER", "ZTAG"] { try run("DELETE FROM \(table)") }
        try run("UPDATE ANSCKRECORDMETADATA SET ZNEEDSCLOUDDELETE = 1")
        let phone = try Device("phone", in: cloud, at: url, scope: .shared)
        _ = try await phone.container.synchronize()
        #expect(phone.events.filter { !$0.succeeded }.isEmpty)
        try phone.close()
    }

    @Test func `a copied file is sent to a cloud that has nothing, under the same names`()
        async throws
    {
        let records = try await fill()
        let other = Notebook.cloud()
        let phone = try Device("phone", in: other, at: url)
        let tablet = try Device("tablet", in: other)
        try await other.settle([phone, tablet])
        let sent = try await other.notebookRecords().filter { $0.recordType != "CDMR" }
        #expect(sent.map(\.recordID.recordName).sorted() == records)
        #expect(try tablet.keys("Note") == ["a", "b"])
        #expect(try tablet.members("Note", "a", "tags") == ["red"])
        try phone.close()
    }

    @Test func `Apple's state is read, also where a file lacks columns`() async throws {
        _ = try await fill()
        func mirror() throws -> AppleMirror? {
            let store = try ObjectStoreOpener.open(
                .sqlite(path: url.path), model: try ResolvedModel(Notebook.model().objectModel))
            defer { try? store.close() }
            return try (store as? any AppleMirrorReading)?.appleMirror()
        }
        let full = try #require(try mirror())
        #expect(full.user == "_ann" && full.entries.count == 4)
        #expect(full.zones.map(\.name) == [Notebook.zone.zoneName])
        #expect(full.zones.first?.lastFetch == Date(timeIntervalSinceReferenceDate: 700_000_000))
        #expect(
            full.events.map(\.kind) == [0, 2] && full.events.map(\.succeeded) == [true, false])
        #expect(
            full.events.last?.errorDomain == "CKErrorDomain" && full.events.last?.errorCode == 2)
        try run("ALTER TABLE ANSCKRECORDMETADATA DROP COLUMN ZRECORDZONE")
        try run("DROP TABLE ANSCKEVENT")
        let less = try #require(try mirror())
        #expect(less.entries.count == 4 && less.events.isEmpty)
        #expect(less.entries.allSatisfy { $0.zone == nil })
    }
}
