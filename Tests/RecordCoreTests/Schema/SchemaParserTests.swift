import Foundation
import RecordCore
import TestFiles
import Testing

@Suite struct `Schema language` {
    static let small = """
        // Before the first word.
        DEFINE SCHEMA
            CREATE ROLE moderator; -- a role of ours
            RECORD TYPE City (
                name STRING SORTABLE QUERYABLE SEARCHABLE, /* any
                order */
                "___recordID" REFERENCE QUERYABLE,
                population INT64 QUERYABLE,
                tags LIST<STRING> SEARCHABLE,
                secret ENCRYPTED STRING,
                secrets LIST<ENCRYPTED BYTES>,
                rank NUMBER,
                count NUMBER PREFERRED AS INT64 QUERYABLE,
                "grant" STRING,
                GRANT READ, WRITE TO moderator,
                GRANT READ TO "_world"
            );
        """

    @Test func `reads types, options in any order, grants and comments`() throws {
        let schema = try RecordSchema(parsing: Self.small)
        let city = try #require(schema["City"])
        #expect(schema.roles == ["moderator"])
        #expect(city.field("name")?.indexes == [.queryable, .sortable, .searchable])
        #expect(city.field("tags")?.type == .list(.string))
        #expect(city.field("secret")?.isEncrypted == true)
        #expect(city.field("secrets") == Field("secrets", .list(.bytes), isEncrypted: true))
        #expect(city.field("rank")?.type == .single(.double))
        #expect(city.field("count")?.type == .single(.int64))
        #expect(city.field("grant")?.type == .single(.string))
        #expect(city.systemIndexes == [.recordID: [.queryable]])
        #expect(
            city.grants == [Grant([.read, .write], to: "moderator"), Grant([.read], to: "_world")])
    }

    @Test func `adds the built-in Users type where it is missing`() throws {
        #expect(try RecordSchema(parsing: "DEFINE SCHEMA")["Users"] == .users)
        #expect(try RecordSchema(parsing: "DEFINE SCHEMA").text == RecordSchema.initial.text)
    }

    @Test func `prints as Apple's tools export`() throws {
        let schema = try RecordSchema(parsing: "define schema record type T (a string queryable);")
        let text = """
            DEFINE SCHEMA

                RECORD TYPE T (
                    "___createTime" TIMESTAMP,
                    "___createdBy"  REFERENCE,
                    "___etag"       STRING,
                    "___modTime"    TIMESTAMP,
                    "___modifiedBy" REFERENCE,
                    "___recordID"   REFERENCE,
                    a               STRING QUERYABLE
                );

                RECORD TYPE Users (
                    "___createTime" TIMESTAMP,
                    "___createdBy"  REFERENCE,
                    "___etag"       STRING,
                    "___modTime"    TIMESTAMP,
                    "___modifiedBy" REFERENCE,
                    "___recordID"   REFERENCE,
                    roles           LIST<INT64>,
                    GRANT WRITE TO "_creator",
                    GRANT READ TO "_world"
                );

            """
        #expect(schema.text == text)
    }

    @Test func `what is printed is read as the same schema`() throws {
        let schema = try RecordSchema(parsing: Self.small)
        #expect(try RecordSchema(parsing: schema.text) == schema)
        let made = RecordSchema(types: [
            .users, RecordType("T", fields: [Field("order", .single(.int64))]),
        ])
        #expect(try RecordSchema(parsing: made.text) == made)
    }

    @Test func `reads every schema that people keep`() throws {
        guard RealData.file("ckdb") != nil else { return }
        let files = RealData.files("ckdb", "ckdb")
        #expect(!files.isEmpty)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let schema = try RecordSchema(parsing: text)
            #expect(try RecordSchema(parsing: schema.text) == schema, "\(file.lastPathComponent)")
            #expect(schema.types.count > 0)
        }
    }

    @Test func `an export of Apple's comes out as it went in`() throws {
        guard let folder = RealData.file("ckdb") else { return }
        let name = "apple+sample-cloudkit-tooling__CKTool-JS_schema-mgmt_JavaScript_src_sample.ckdb"
        let text = try String(
            contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        #expect(try RecordSchema(parsing: text).text == text)
    }

    @Test(arguments: [
        ("", "Expected DEFINE", 1, 1),
        ("DEFINE SCHEMA RECORD TYPE T (a STRNG);", "found \"STRNG\". Did you mean STRING?", 1, 32),
        ("DEFINE SCHEMA RECORD TYPE T (a VARCHAR);", "Types are STRING, INT64, DOUBLE", 1, 32),
        ("DEFINE SCHEMA\nRECORD TYPE T (a STRING b INT64);", "Expected QUERYABLE", 2, 25),
        ("DEFINE SCHEMA RECORD TYPE T (a STRING, a INT64);", "stands twice", 1, 40),
        ("DEFINE SCHEMA RECORD TYPE T (_a STRING);", "begins with a letter", 1, 30),
        ("DEFINE SCHEMA RECORD TYPE T (\"a b\" STRING);", "begins with a letter", 1, 30),
        ("DEFINE SCHEMA RECORD TYPE T (a LIST<LIST<STRING>>);", "field type", 1, 37),
        ("DEFINE SCHEMA RECORD TYPE T (a STRING QUERYABLE QUERYABLE);", "twice", 1, 49),
        ("DEFINE SCHEMA RECORD TYPE T (\"___etag\" INT64);", "is a STRING", 1, 30),
        ("DEFINE SCHEMA RECORD TYPE T (a STRING", "Expected \",\" or \")\"", 1, 38),
        ("DEFINE SCHEMA /* x", "not closed", 1, 15),
        ("DEFINE SCHEMA \"x", "not closed", 1, 15),
        ("DEFINE SCHEMA {", "means nothing", 1, 15),
        ("DEFINE SCHEMA CREATE TABLE x;", "Expected ROLE", 1, 22),
        ("DEFINE SCHEMA RECORD TYPE T (a ENCRYPTED ASSET);", "type ASSET cannot be", 1, 42),
        ("DEFINE SCHEMA RECORD TYPE T (); RECORD TYPE T ();", "stands twice", 1, 33),
    ])
    func `says what is wrong and where`(
        text: String, sentence: String, line: Int, column: Int
    ) throws {
        let error = try #require(throws: SchemaParseError.self) { try RecordSchema(parsing: text) }
        #expect(error.message.contains(sentence), "\(error)")
        #expect(error.line == line)
        #expect(error.column == column)
        #expect(error.description.hasSuffix("^"))
    }

    @Test func `never crashes on damaged text`() throws {
        let bytes = Array(Self.small.utf8)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<damaged.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: damaged.remove(at: place)
                default: damaged.removeSubrange(place...)
                }
                if damaged.isEmpty { damaged = [65] }
            }
            let text = String(decoding: damaged, as: UTF8.self)
            do {
                let schema = try RecordSchema(parsing: text)
                #expect(try RecordSchema(parsing: schema.text) == schema)
            } catch {
                #expect(!String(describing: error).isEmpty)
            }
        }
    }

    @Test func `a megabyte of one line is read or refused in time`() throws {
        let fields = (0..<40_000).map { "field\($0) STRING QUERYABLE" }.joined(separator: ", ")
        let schema = try RecordSchema(parsing: "DEFINE SCHEMA RECORD TYPE T (\(fields));")
        #expect(schema["T"]?.fields.count == 40_000)
        #expect(throws: SchemaParseError.self) {
            try RecordSchema(parsing: String(repeating: "x", count: 9_000_000))
        }
    }
}
