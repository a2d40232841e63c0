import CoreDataModel
import Foundation
import MirrorCore
import RecordCore
import TestFiles
import Testing

/// A schema of a public app, where it is at hand.
private func realSchema(_ name: String) -> URL? { RealData.file("ckdb/" + name) }

@Suite(.enabled(if: !RealData.files("models", "xml").isEmpty, "data that is not shipped"))
struct RealSchemaTests {
    @Test func `the schema of every model is read back, and passes the check`() throws {
        var mirrored = 0
        var limited: [String] = []
        for file in RealData.files("models", "xml") {
            let model = try ObjectModel(xml: Data(contentsOf: file))
            let plan = MirrorPlan(model)
            let name = file.lastPathComponent
            let schema = try RecordSchema(
                parsing: RecordSchema(mirroring: plan, indexes: .public).text)
            let problems = plan.problems(in: schema, MirrorDemands(isPublic: true))
            // What is left is of the model: no schema is right for it.
            #expect(problems == plan.problems.filter { $0.severity == .error }, "\(name)")
            if MirrorRules.violations(of: model).isEmpty {
                mirrored += 1
                if !problems.isEmpty { limited.append(name) }
            }
        }
        // The models that CloudKit accepts; each has a schema without any error.
        #expect(mirrored > 0)
        #expect(limited.isEmpty)
    }

    /// The entities of which Apple's software made the types of an app's development container.
    private static let todos = ObjectModel(entities: [
        ObjectEntity(
            "TodoItem",
            attributes: [
                ObjectAttribute("completionTime", .date), ObjectAttribute("creationTime", .date),
                ObjectAttribute("id", .uuid), ObjectAttribute("isHidden", .boolean),
                ObjectAttribute("order", .integer32), ObjectAttribute("startedTime", .date),
                ObjectAttribute("text", .string), ObjectAttribute("systemFields", .binary),
            ], relationships: [ObjectRelationship("list", to: "TodoList", inverse: "items")]),
        ObjectEntity(
            "TodoList",
            attributes: [
                ObjectAttribute("creationDate", .date), ObjectAttribute("id", .uuid),
                ObjectAttribute("isShared", .boolean), ObjectAttribute("name", .string),
                ObjectAttribute("order", .integer32), ObjectAttribute("zoneName", .string),
            ],
            relationships: [
                ObjectRelationship("items", to: "TodoItem", inverse: "list", isToMany: true)
            ]),
    ])

    private static let done = realSchema("boxed+Done-and-done__cloudkit_schema.ckdb")

    @Test(.enabled(if: RealSchemaTests.done != nil))
    func `each difference to a real schema has a sentence that explains it`() throws {
        let file = try #require(Self.done)
        let real = try RecordSchema(parsing: String(contentsOf: file, encoding: .utf8))
        let plan = MirrorPlan(Self.todos)
        let generated = RecordSchema(mirroring: plan, sharing: true)
        let problems = plan.problems(in: real)
        var explained: [String: MirrorProblem] = [:]
        for problem in problems {
            explained["\(problem.recordType ?? "").\(problem.field ?? "")"] = problem
        }
        var kinds: [MirrorProblem.Code: Int] = [:]
        for change in real.changes(to: generated) {
            switch change {
            // What another part of the app keeps is of no model.
            case .dropType(let name): #expect(["TodoItem", "TodoList"].contains(name))
            case .addField(let type, let field):
                let problem = try #require(explained["\(type).\(field.name)"], "\(change)")
                kinds[problem.code, default: 0] += 1
            case .setIndexes(let type, let field, _):
                let problem = try #require(explained["\(type).\(field)"], "\(change)")
                kinds[problem.code, default: 0] += 1
            case .setSystemIndexes(let type, _), .setGrants(let type, _):
                Issue.record("\(type) has other indexes or rights")
            case .addType, .dropField, .setRoles: Issue.record("\(change)")
            }
        }
        // The container grew by saving: fields that were never large, or never set, lack; and the
        // receipt has the indexes that bytes had until 2026. No field has another type.
        #expect(
            kinds == [
                .missingTwin: 6, .missingField: 2, .otherIndexes: 2,
            ], "\(kinds)")
        #expect(!problems.contains { $0.code == .wrongType || $0.code == .wrongEncryption })
    }

    /// A schema of an app, and how many lines of it differ from a generated one, by reason.
    struct RealSchema: CustomTestStringConvertible, Sendable {
        var file: String
        /// Types of the mirror, and their fields without those of large values.
        var types: Int
        var fields: Int
        /// Lines that a generated schema has beyond it.
        var missing: [MirrorProblem.Code: Int]
        /// Fields of bytes with indexes.
        var indexedBytes: Int
        /// Types of the app beside the mirror.
        var others: Int

        var testDescription: String { file }
    }

    private static let realSchemas = [
        RealSchema(
            file: "alan9259+keel__cloudkit_schema.ckdb", types: 12, fields: 162,
            missing: [.missingTwin: 95, .missingMoveReceipt: 12], indexedBytes: 0, others: 1),
        RealSchema(
            file: "boxed+Done-and-done__cloudkit_schema.ckdb", types: 2, fields: 17,
            missing: [.missingTwin: 7], indexedBytes: 2, others: 2),
        RealSchema(
            file: "robbiet480+Dispatch__CloudKit_schema.ckdb", types: 6, fields: 89,
            missing: [.missingTwin: 59, .missingMoveReceipt: 6], indexedBytes: 16, others: 3),
    ].filter { realSchema($0.file) != nil }

    /// A model with an attribute for each field of a mirror's types.
    private static func model(of schema: RecordSchema) -> ObjectModel {
        func type(_ field: Field) -> AttributeType? {
            switch field.type {
            case .single(.string): .string
            case .single(.int64): .integer64
            case .single(.double): .double
            case .single(.timestamp): .date
            case .single(.bytes): .binary
            default: nil  // No field of a mirror has another type.
            }
        }
        let own: Set = ["CD_entityName", "CD_moveReceipt"]
        let names = schema.types.keys.filter { $0.hasPrefix(MirrorPlan.prefix) }.sorted()
        return ObjectModel(
            entities: names.map { name in
                ObjectEntity(
                    String(name.dropFirst(MirrorPlan.prefix.count)),
                    attributes: (schema[name]?.fields ?? []).filter {
                        !own.contains($0.name) && !$0.name.hasSuffix("_ckAsset")
                    }.compactMap { field in
                        type(field).map {
                            ObjectAttribute(
                                String(field.name.dropFirst(MirrorPlan.prefix.count)), $0)
                        }
                    })
            })
    }

    @Test(arguments: realSchemas)
    func `every line in which a real schema differs has a reason`(app: RealSchema) throws {
        let file = try #require(realSchema(app.file))
        let real = try RecordSchema(parsing: String(contentsOf: file, encoding: .utf8))
        let plan = MirrorPlan(Self.model(of: real))
        let generated = RecordSchema(mirroring: plan)
        var explained: [String: MirrorProblem] = [:]
        for problem in plan.problems(in: real) {
            explained["\(problem.recordType ?? "").\(problem.field ?? "")"] = problem
        }
        var missing: [MirrorProblem.Code: Int] = [:]
        var indexedBytes = 0
        var others = 0
        for change in real.changes(to: generated) {
            switch change {
            case .dropType(let name):
                #expect(!name.hasPrefix(MirrorPlan.prefix) && name != MirrorPlan.linkTypeName)
                others += 1
            case .addField(let type, let field):
                let problem = try #require(explained["\(type).\(field.name)"], "\(change)")
                missing[problem.code, default: 0] += 1
            case .setIndexes(let type, let field, _):
                let problem = try #require(explained["\(type).\(field)"], "\(change)")
                #expect(problem.code == .otherIndexes, "\(change)")
                #expect(real[type]?.field(field)?.type == .single(.bytes), "\(change)")
                indexedBytes += 1
            case .setSystemIndexes(let type, _), .setGrants(let type, _):
                #expect(type == "Users", "\(change)")
            case .setRoles: break  // Roles of the app, which no field is of.
            case .addType, .dropField: Issue.record("\(change)")
            }
        }
        let types = plan.types.count
        let fields = plan.types.reduce(0) { sum, type in
            sum + type.fields.count { real[type.name]?.field($0.name) != nil }
        }
        #expect(types == app.types && fields == app.fields, "\(types) types, \(fields) fields")
        #expect(missing == app.missing, "\(missing)")
        #expect(
            indexedBytes == app.indexedBytes && others == app.others, "\(indexedBytes) \(others)")
        // Grown by it, the schema has nothing left that fails.
        let grown = try real.extended(by: generated)
        #expect(plan.problems(in: grown).allSatisfy { $0.code == .otherIndexes })
    }
}
