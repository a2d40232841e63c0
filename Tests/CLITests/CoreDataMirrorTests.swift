import Foundation
import MirrorCore
import ObjectCore
import PredicateCore
import RecordCore
import Stores
import TestKit
import Testing

/// `quarry coredata mirror`.
@Suite struct `the mirror of a store at the terminal` {
    private let tool = Tool()

    static func event(
        _ kind: MirrorEvent.Kind, count: Int, _ error: NSError? = nil, notes: [String] = []
    ) -> MirrorLogEntry {
        var event = MirrorEvent(kind, start: Date(timeIntervalSinceReferenceDate: 0))
        event.end = event.start
        event.count = count
        event.notes = notes
        return MirrorLogEntry(event, error: error)
    }

    /// A store as a program keeps it that mirrors it: an employee that the server refused, one that
    /// waits and a department that went.
    static func mirrored(_ tool: Tool) throws -> any ObjectStore {
        let path = tool.directory.appendingPathComponent("staff.sqlite").path
        try CoreDataSample.make(at: .sqlite(path: path), keepsModel: true)
        let store = try ObjectStoreOpener.open(
            .sqlite(path: path), model: try ResolvedModel(CoreDataSample.model))
        let state = MirrorState(store)
        state.set("account", "_ann")
        state.set("history", try store.historyToken())
        var zone = MirrorZone()
        zone.isMade = true
        zone.token = Data([1])
        state.setZone(zone)
        func object(_ name: String, _ entity: String, _ row: Int64, _ pending: MirrorPending?) {
            state.setObject(
                name, MirrorObject(entity: entity, row: row, isUploaded: true, epoch: 1))
            state.setPending(name, pending)
        }
        func day(_ number: Double) -> Date { Date(timeIntervalSinceReferenceDate: number * 86_400) }
        let employee = try #require(store.model.entity(named: "Employee"))
        let keys = try store.fetchKeys(
            ObjectQuery(entity: employee.number, includesSubentities: false))
        object(
            "A", "Employee", keys[0].row,
            MirrorPending(.all, refusal: "12 CD_name Cannot create field", since: day(1)))
        object(
            "B", "Employee", keys[1].row,
            MirrorPending(.fields(["CD_name", "CD_salary"]), since: day(0)))
        object("C", "Department", 0, MirrorPending(.deletion))
        let lease = MirrorLease(
            holder: "x", end: day(2),
            process: MirrorProcess(program: "staff", number: 42, host: "desk"))
        state.set(MirrorLease.key, lease.data)
        var record = Record("CD_Employee", RecordID("B"))
        record.fields = [
            "CD_name": .text("Ann"), "CD_colour": .text("red"), "CD_entityName": .text("Employee"),
        ]
        try state.setBase("B", record)
        try state.flush()
        try MirrorEventLog(store).add(event(.import, count: 3, notes: ["A record was left."]))
        try MirrorEventLog(store).add(
            event(
                .export, count: 0,
                NSError(
                    domain: "CKErrorDomain", code: 2,
                    userInfo: [NSLocalizedDescriptionKey: "Some failed"])))
        return store
    }

    @Test func `what waits is printed object by object, and as JSON`() throws {
        let store = try Self.mirrored(tool)
        try store.close()
        let text = try tool.run("coredata", "mirror", "staff.sqlite").output
        for line in [
            "account: _ann", "lease: staff (process 42 on desk) until 2001-01-03 00:00:00 +0000",
            "Employee: 2 objects, 1 new, 1 edited, 1 refused",
            "refused: 12 CD_name Cannot create field",
            "a field that the model does not have: Employee CD_colour, in 1 record",
            "  A record was left.",
        ] {
            #expect(text.contains(line + "\n"), "\(line): \(text)")
        }
        let waiting = text.split(separator: "\n").filter { $0.hasPrefix("to be sent: ") }
        #expect(waiting.count == 3)
        #expect(
            waiting.first?.hasSuffix(": name, salary, since 2001-01-01 00:00:00 +0000") == true)
        #expect(waiting.last == "to be sent: deleted Department C")
        let few = try tool.run("coredata", "mirror", "staff.sqlite", "--changes", "1").output
        #expect(few.contains("and 2 more to be sent\n"))
        let json = try tool.run("coredata", "mirror", "staff.sqlite", "--format", "json")
        let parsed = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect((parsed["changes"] as? [String: Any])?["total"] as? Int == 3)
        let wrong = try tool.run(
            "coredata", "mirror", "staff.sqlite", "--format", "json", "--watch")
        #expect(wrong.status == 2 && wrong.errors.contains("leave out --format json"))
    }

    /// A store as a program keeps it that mirrors it.
    private func store() throws -> any ObjectStore {
        let path = tool.directory.appendingPathComponent("staff.sqlite").path
        try CoreDataSample.make(at: .sqlite(path: path), keepsModel: true)
        let store = try ObjectStoreOpener.open(
            .sqlite(path: path), model: try ResolvedModel(CoreDataSample.model))
        try store.setMirrorEntries(["account": Data("_ann".utf8)])
        try MirrorEventLog(store).add(Self.event(.setup, count: 0))
        return store
    }

    @Test func `a store that is not mirrored is told`() throws {
        let path = tool.directory.appendingPathComponent("staff.sqlite").path
        try CoreDataSample.make(at: .sqlite(path: path), keepsModel: true)
        let run = try tool.run("coredata", "mirror", "staff.sqlite", "--watch")
        #expect(run.status == 3 && run.errors.contains("is not mirrored by Quarry"))
        let wrong = try tool.run("coredata", "mirror", "staff.sqlite", "--interval", "0")
        #expect(wrong.status == 2)
    }

    @Test func `of a store that Apple's systems mirrored, their state is shown`() throws {
        let path = tool.directory.appendingPathComponent("staff.sqlite").path
        try CoreDataSample.make(at: .sqlite(path: path), keepsModel: true)
        let sql = """
            CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY, ZENTITYID INTEGER, \
            ZENTITYPK INTEGER, ZNEEDSCLOUDDELETE INTEGER, ZNEEDSUPLOAD INTEGER, \
            ZRECORDZONE INTEGER, ZCKRECORDNAME VARCHAR);
            INSERT INTO ANSCKRECORDMETADATA SELECT 1, Z_ENT, 1, 0, 1, 1, 'A' FROM Z_PRIMARYKEY \
            WHERE Z_NAME = 'Employee';
            INSERT INTO ANSCKRECORDMETADATA SELECT 2, Z_ENT, 2, 0, 0, 1, 'A' FROM Z_PRIMARYKEY \
            WHERE Z_NAME = 'Employee';
            CREATE TABLE ANSCKRECORDZONEMETADATA (Z_PK INTEGER PRIMARY KEY, \
            ZLASTFETCHDATE TIMESTAMP, ZCKOWNERNAME VARCHAR, ZCKRECORDZONENAME VARCHAR, \
            ZCURRENTCHANGETOKEN BLOB);
            INSERT INTO ANSCKRECORDZONEMETADATA VALUES (1, 0, '_defaultOwner', 'zone', NULL);
            CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY, ZCLOUDKITEVENTTYPE INTEGER, \
            ZERRORCODE INTEGER, ZSUCCEEDED INTEGER, ZENDEDAT TIMESTAMP, ZSTARTEDAT TIMESTAMP, \
            ZERRORDOMAIN VARCHAR);
            INSERT INTO ANSCKEVENT VALUES (1, 2, 9, 0, 1, 0, 'CKErrorDomain');
            """
        try sqlite(path, sql)
        let text = try tool.run("coredata", "mirror", "staff.sqlite").output
        for line in [
            "mirrored by Core Data on Apple's systems, not by Quarry", "account: none",
            "Employee: 2 records, 1 to be sent",
            "zone: zone of _defaultOwner, never read, last fetched 2001-01-01 00:00:00 +0000",
            "a record name that two objects have: A",
            "2001-01-01 00:00:00 +0000 export: CKErrorDomain 9",
        ] {
            #expect(text.contains(line + "\n"), "\(line): \(text)")
        }
        let json = try tool.run("coredata", "mirror", "staff.sqlite", "--format", "json")
        let parsed = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(parsed["mirrored"] as? Bool == false)
        #expect((parsed["entities"] as? [[String: Any]])?.first?["toBeSent"] as? Int == 1)
        let watch = try tool.run("coredata", "mirror", "staff.sqlite", "--watch")
        #expect(watch.status == 3)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `events are printed as they happen, until a signal ends it`(signal: Int32) async throws {
        let store = try store()
        let watch = try RunningTool(
            tool, ["staff.sqlite", "--watch", "--interval", "0.05"],
            command: ["coredata", "mirror"], in: tool.directory)
        #expect(try await watch.waits { $0.log.contains("watching staff.sqlite") })
        #expect(watch.output.contains("2001-01-01 00:00:00 +0000 setup: 0\n"))
        try MirrorEventLog(store).add(Self.event(.export, count: 7))
        #expect(try await watch.waits { $0.output.hasSuffix("export: 7\n") })
        try MirrorEventLog(store).add(
            Self.event(
                .import, count: 0,
                NSError(
                    domain: "CKErrorDomain", code: 4,
                    userInfo: [NSLocalizedDescriptionKey: "The network failed"])))
        #expect(
            try await watch.waits {
                $0.output.hasSuffix("import: CKErrorDomain 4: The network failed\n")
            })
        let status = try await watch.stop(signal)
        #expect(watch.process.terminationReason == .exit && status == 0)
        #expect(watch.log == "watching staff.sqlite; Ctrl-C ends\n")
        let lines = watch.output.split(separator: "\n")
        #expect(lines.suffix(3).map { $0.contains("+0000 ") } == [true, true, true])
        #expect(lines.filter { $0.contains("export: 7") }.count == 1)
        try store.close()
    }
}
