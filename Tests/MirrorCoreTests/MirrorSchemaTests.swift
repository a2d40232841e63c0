import CoreDataModel
import Foundation
import MirrorCore
import RecordCore
import Testing

/// A model of notes: text, large values, an encrypted one, inheritance and a link.
let notes: ObjectModel = {
    var secret = ObjectAttribute("secret", .string)
    secret.allowsCloudEncryption = true
    var length = ObjectAttribute("length", .integer64)
    length.derivation = "title.length"
    return ObjectModel(entities: [
        ObjectEntity(
            "Note",
            attributes: [
                ObjectAttribute("title", .string), ObjectAttribute("photo", .binary),
                ObjectAttribute("changed", .date), ObjectAttribute("id", .uuid), secret, length,
            ],
            relationships: [
                ObjectRelationship("folder", to: "Folder", inverse: "notes"),
                ObjectRelationship("tags", to: "Tag", inverse: "notes", isToMany: true),
            ]),
        ObjectEntity(
            "Sketch", superentity: "Note", attributes: [ObjectAttribute("scale", .double)]),
        ObjectEntity(
            "Folder", attributes: [ObjectAttribute("rank", .integer16)],
            relationships: [
                ObjectRelationship("notes", to: "Note", inverse: "folder", isToMany: true)
            ]),
        ObjectEntity(
            "Tag", attributes: [ObjectAttribute("name", .string)],
            relationships: [
                ObjectRelationship("notes", to: "Note", inverse: "tags", isToMany: true)
            ]),
    ])
}()

@Suite struct MirrorSchemaTests {
    private let plan = MirrorPlan(notes)

    private func problems(_ ckdb: String, _ demands: MirrorDemands = MirrorDemands()) throws
        -> [MirrorProblem]
    {
        plan.problems(in: try RecordSchema(parsing: ckdb), demands)
    }

    @Test func `the schema is what Apple's software makes`() throws {
        let text = RecordSchema(mirroring: plan, sharing: true).text
        #expect(
            text.contains(
                """
                    RECORD TYPE CD_Note (
                        "___createTime"        TIMESTAMP,
                        "___createdBy"         REFERENCE,
                        "___etag"              STRING,
                        "___modTime"           TIMESTAMP,
                        "___modifiedBy"        REFERENCE,
                        "___recordID"          REFERENCE,
                        CD_changed             TIMESTAMP QUERYABLE SORTABLE,
                        CD_entityName          STRING QUERYABLE SEARCHABLE SORTABLE,
                        CD_folder              STRING QUERYABLE SEARCHABLE SORTABLE,
                        CD_id                  STRING QUERYABLE SEARCHABLE SORTABLE,
                        CD_moveReceipt         BYTES,
                        CD_moveReceipt_ckAsset ASSET,
                        CD_photo               BYTES,
                        CD_photo_ckAsset       ASSET,
                        CD_scale               DOUBLE QUERYABLE SORTABLE,
                        CD_secret              ENCRYPTED STRING,
                        CD_secret_ckAsset      ASSET,
                        CD_title               STRING QUERYABLE SEARCHABLE SORTABLE,
                        CD_title_ckAsset       ASSET,
                        GRANT WRITE TO "_creator",
                        GRANT CREATE TO "_icloud",
                        GRANT READ TO "_world"
                    );
                """), "\(text)")
        #expect(text.contains("RECORD TYPE CDMR ("))
        #expect(text.contains("\"cloudkit.title\""))
        let schema = try RecordSchema(parsing: text)
        #expect(schema["CD_Sketch"] == nil, "records of subentities have the type of the root")
        #expect(plan.problems(in: schema, MirrorDemands(sharing: true)).isEmpty)
    }

    @Test(arguments: MirrorIndexes.allCases)
    func `a generated schema passes the check`(indexes: MirrorIndexes) throws {
        let schema = try RecordSchema(parsing: RecordSchema(mirroring: plan, indexes: indexes).text)
        #expect(schema["CD_Note"]?.field("CD_title")?.indexes.isEmpty == (indexes == .none))
        #expect(plan.problems(in: schema).isEmpty)
        let publicProblems = plan.problems(in: schema, MirrorDemands(isPublic: true))
        #expect(publicProblems.isEmpty == (indexes == .public))
        #expect(publicProblems.allSatisfy { $0.code == .missingIndex && $0.severity == .error })
        // Two indexes for each of CD_Folder, CD_Note, CD_Tag and CDMR.
        #expect(publicProblems.count == (indexes == .public ? 0 : 8))
    }

    @Test func `a schema that nothing was deployed to lacks every type`() throws {
        let found = try problems("DEFINE SCHEMA", MirrorDemands(sharing: true))
        #expect(found.allSatisfy { $0.severity == .error })
        #expect(
            found.map(\.recordType) == ["CD_Folder", "CD_Note", "CD_Tag", "CDMR", "cloudkit.share"])
        #expect(
            found[1].message
                == "Record type CD_Note is missing. Production answers "
                + "\"Cannot create new type CD_Note in production schema\".")
        #expect(found[1].entity == "Note")
    }

    @Test func `fields that lack, and those of another type or encryption, are errors`() throws {
        var schema = RecordSchema(mirroring: plan)
        schema["CD_Note"]?.fields.removeAll { $0.name == "CD_scale" }
        let type = try #require(schema["CD_Note"])
        for (index, field) in type.fields.enumerated() {
            switch field.name {
            case "CD_title": schema["CD_Note"]?.fields[index].type = .single(.int64)
            case "CD_secret": schema["CD_Note"]?.fields[index].isEncrypted = false
            case "CD_photo_ckAsset": schema["CD_Note"]?.fields[index].type = .single(.bytes)
            default: break
            }
        }
        let errors = plan.problems(in: schema).filter { $0.severity == .error }
        #expect(
            errors.map { "\($0.code) \($0.field ?? "")" } == [
                "wrongType CD_photo_ckAsset", "missingField CD_scale", "wrongEncryption CD_secret",
                "wrongType CD_title",
            ])
        #expect(errors[1].entity == "Sketch" && errors[1].property == "scale")
        #expect(
            errors[1].message.hasSuffix(
                "\"Cannot create or modify field 'CD_scale' in record 'CD_Note' in production "
                    + "schema\"."))
    }

    @Test func `a schema that was made by saving lacks what Apple's checks need`() throws {
        var schema = RecordSchema(mirroring: plan)
        for name in schema.types.keys {
            schema[name]?.fields.removeAll {
                $0.name.hasSuffix("_ckAsset") || $0.name == "CD_moveReceipt"
            }
        }
        let alone = plan.problems(in: schema)
        #expect(Set(alone.map(\.code)) == [.missingTwin, .missingMoveReceipt])
        #expect(alone.allSatisfy { $0.severity == .warning })
        let shared = plan.problems(in: schema, MirrorDemands(sharing: true))
        #expect(
            shared.filter { $0.severity == .error }.map(\.code)
                == [
                    .missingMoveReceipt, .missingMoveReceipt, .missingMoveReceipt,
                    .missingMoveReceipt, .missingShare,
                ])
    }

    @Test func `what the model does not have is a note, and other types are left aside`() throws {
        var schema = RecordSchema(mirroring: plan)
        schema["CD_Note"]?.fields.append(Field("CD_old", .single(.string)))
        schema["CD_Note"]?.fields.append(Field("CD_length", .single(.int64)))
        schema["CD_Gone"] = RecordType("CD_Gone")
        schema["City"] = RecordType("City")
        let found = plan.problems(in: schema)
        #expect(found.map(\.code) == [.extraField, .derivedField, .extraType])
        #expect(found.allSatisfy { $0.severity == .note })
    }

    @Test func `a schema grows by a model, and keeps what it has`() throws {
        let before = try RecordSchema(
            parsing: """
                DEFINE SCHEMA
                    CREATE ROLE editor;
                    RECORD TYPE City ( name STRING QUERYABLE, GRANT READ TO "_world" );
                    RECORD TYPE CD_Note (
                        CD_title STRING, CD_old INT64, GRANT WRITE TO editor );
                """)
        let grown = try before.extended(by: RecordSchema(mirroring: plan))
        #expect(plan.problems(in: grown).allSatisfy { $0.severity == .note })
        #expect(grown["City"] == before["City"] && grown.roles == ["editor"])
        #expect(grown["CD_Note"]?.field("CD_title")?.indexes == [])
        #expect(grown["CD_Note"]?.grants == [Grant([.write], to: "editor")])
        try SchemaEvolution.check(
            before.changes(to: grown), from: before, in: .production)
    }

    @Test func `schemas that contradict each other are refused, a sentence each`() throws {
        let before = try RecordSchema(
            parsing: """
                DEFINE SCHEMA RECORD TYPE CD_Note ( CD_title INT64, CD_secret STRING );
                """)
        let error = try #require(throws: SchemaContradiction.self) {
            try before.extended(by: RecordSchema(mirroring: plan))
        }
        #expect(
            error.description == """
                Field 'CD_secret' of 'CD_Note' is STRING, and the model needs ENCRYPTED STRING: \
                a field's type never changes, so give the property another name.
                Field 'CD_title' of 'CD_Note' is INT64, and the model needs STRING: a field's \
                type never changes, so give the property another name.
                """)
    }
}
