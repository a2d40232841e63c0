package import Foundation

/// A mapping model as a file of Xcode's has it: compiled (`.cdm`), or the XML of a `.xcmappingmodel`.
///
///     let file = try MappingFile(Data(contentsOf: url))
///     file.entities.map(\.name)  // ["NoteToPage", "FolderToFolder"]
///
/// The archive is read as data; no object of it comes to life.
package struct MappingFile: Hashable, Sendable {
    /// Where a property's value comes from.
    package struct Property: Hashable, Sendable {
        /// The property of the new entity.
        package var name: String
        /// The format of the expression; nil where there is none.
        package var expression: String?
    }

    /// What becomes of the objects of an entity.
    package struct Entity: Hashable, Sendable {
        /// The name of the mapping.
        package var name: String
        /// What becomes of them, by Apple's numbers; 0 where it is not said.
        package var kind: Int
        /// The entity of the old model.
        package var source: String?
        /// The entity of the new model.
        package var destination: String?
        /// The versions of the two.
        package var sourceHash, destinationHash: Data?
        /// The class of the policy.
        package var policy: String?
        /// The format of the expression that gives the old objects; nil for all of the entity.
        package var sourceExpression: String?
        /// The attributes of the new entity.
        package var attributes: [Property]
        /// The relationships of the new entity.
        package var relationships: [Property]
    }

    /// The mappings in their order.
    package var entities: [Entity]
    /// The version of a model that a mapping of XML was made for: `Notes.xcdatamodeld/Notes 2.xcdatamodel`.
    package var sourcePath, destinationPath: String?
    /// Whether properties without an expression have the value of the source's property of their name, as
    /// Xcode adds it when it compiles the XML.
    package var isXML: Bool

    /// Reads either form.
    ///
    /// - Throws: `ModelArchiveError` where the bytes are no mapping model.
    package init(_ data: Data) throws(ModelArchiveError) {
        if data.starts(with: Array("bplist".utf8)) {
            try self.init(archive: data)
        } else {
            try self.init(xml: data)
        }
    }

    private init(archive: Data) throws(ModelArchiveError) {
        let graph = try KeyedGraph(archive)
        guard let root = graph.rootObject, root.className == "NSMappingModel" else {
            throw ModelArchiveError("The archive is not of a mapping model.")
        }
        let expressions = ArchivedPredicate(graph, PartCount(100_000))
        func text(_ value: PropertyTree?) -> String? { graph.text(value) }
        func properties(_ value: PropertyTree?) -> [Property] {
            graph.members(value).compactMap(graph.object).compactMap { object in
                text(object.entries["NSDestinationPropertyName"]).map { name in
                    Property(
                        name: name,
                        expression: graph.object(object.entries["NSValueExpression"])
                            .flatMap(expressions.expression))
                }
            }
        }
        func bytes(_ value: PropertyTree?) -> Data? {
            switch graph.resolved(value) {
            case .data(let data): data
            case .dictionary(let entries):
                if case .data(let data)? = entries["NS.data"] { data } else { nil }
            case .null, .bool, .int, .double, .date, .text, .reference, .list: nil
            }
        }
        entities = graph.members(root.entries["NSEntityMappings"]).compactMap(graph.object)
            .map { object in
                let entries = object.entries
                return Entity(
                    name: text(entries["NSMappingName"]) ?? "",
                    kind: graph.int(entries["NSMappingType"]) ?? 0,
                    source: text(entries["NSSourceEntityName"]),
                    destination: text(entries["NSDestinationEntityName"]),
                    sourceHash: bytes(entries["NSSourceEntityVersionHash"]),
                    destinationHash: bytes(entries["NSDestinationEntityVersionHash"]),
                    policy: text(entries["NSEntityMigrationPolicyClassName"]),
                    sourceExpression: graph.object(entries["NSSourceExpression"])
                        .flatMap(expressions.expression),
                    attributes: properties(entries["NSAttributeMappings"]),
                    relationships: properties(entries["NSRelationshipMappings"]))
            }
        guard !graph.isExhausted else { throw BinaryPropertyList.repeated }
        isXML = false
    }

    private init(xml: Data) throws(ModelArchiveError) {
        let root: ModelElement
        do throws(ModelFileError) {
            root = try ModelElement(parsing: xml)
        } catch {
            throw ModelArchiveError("The file is no mapping model: \(error.code.sentence)")
        }
        let objects = root.all("object").map(XMLObject.init)
        guard root.name == "database",
            let model = objects.first(where: { $0.type == "XDDEVMAPPINGMODEL" })
        else { throw ModelArchiveError("The file is no mapping model of Xcode's.") }
        let byID = Dictionary(objects.map { ($0.id, $0) }) { first, _ in first }
        let mappings = model.related("entitymappings", byID)
            .sorted { $0.number("mappingnumber") < $1.number("mappingnumber") }
        entities = mappings.map { object in
            let (source, destination) = (object["sourcename"], object["destinationname"])
            func properties(_ name: String) -> [Property] {
                object.related(name, byID).compactMap { property in
                    property["name"].map { Property(name: $0, expression: property.expression) }
                }
                .sorted { $0.name < $1.name }
            }
            let policy = object["migrationpolicyclassname"]
            return Entity(
                name: object["name"] ?? "\(source ?? "")To\(destination ?? "")",
                // Apple's numbers of custom, added, removed and transformed entities.
                kind: policy != nil ? 1 : source == nil ? 2 : destination == nil ? 3 : 5,
                source: source, destination: destination, policy: policy,
                sourceExpression: object.archived("sourceexpressiondata"),
                attributes: properties("attributemappings"),
                relationships: properties("relationshipmappings"))
        }
        (sourcePath, destinationPath) = (model["sourcemodelpath"], model["destinationmodelpath"])
        isXML = true
    }
}

/// An object of the XML.
private struct XMLObject {
    let type: String
    let id: String
    private let values: [String: String]
    private let references: [String: [String]]

    init(_ element: ModelElement) {
        type = element.text("type") ?? ""
        id = element.text("id") ?? ""
        func named(_ kind: String) -> [(String, ModelElement)] {
            element.all(kind).compactMap { child in child.text("name").map { ($0, child) } }
        }
        values = Dictionary(named("attribute").map { ($0, $1.content) }) { first, _ in first }
        references = Dictionary(
            named("relationship").map { name, child in
                (name, child.text("idrefs")?.split(separator: " ").map(String.init) ?? [])
            }
        ) { first, _ in first }
    }

    /// An attribute that says something.
    subscript(name: String) -> String? {
        let text = values[name]?.trimmingCharacters(in: .whitespacesAndNewlines)
        return text?.isEmpty == false ? text : nil
    }

    func number(_ name: String) -> Int { self[name].flatMap { Int($0) } ?? 0 }

    func related(_ name: String, _ byID: [String: XMLObject]) -> [XMLObject] {
        (references[name] ?? []).compactMap { byID[$0] }
    }

    /// The expression of a property; nil where Xcode is to add one.
    var expression: String? {
        if let archived = archived("valueexpressiondata") { return archived }
        guard let mapping = self["sourcemappingname"], let path = self["sourcekeypath"] else {
            return nil
        }
        return "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", "
            + "\(ArchivedPredicate.quoted(mapping)), "
            + "FUNCTION($source, \"valueForKeyPath:\", \(ArchivedPredicate.quoted(path))))"
    }

    /// The format of an expression that is archived in an attribute.
    func archived(_ name: String) -> String? {
        guard let text = self[name],
            let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
            // Xcode leaves expressions out that it cannot archive.
            let graph = try? KeyedGraph(data)
        else { return nil }
        return graph.rootObject.flatMap(ArchivedPredicate(graph, PartCount(10_000)).expression)
    }
}
