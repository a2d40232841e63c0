import CoreDataModel
public import PredicateCore

/// How the objects of one version of a model become those of another, as it can be inferred.
///
///     let mapping = try ModelMapping(from: old, to: new)
///     mapping.entities[note.number]?.destination
///
/// Entities and properties find what they were by their renaming identifier, else by their name.
/// Can be: entities and properties added, removed, renamed, moved along the inheritance; numbers
/// becoming wider or narrower; attributes becoming optional, or mandatory with a default;
/// relationships from one to many, ordered or not.
public struct ModelMapping: Sendable {
    /// Where the values of one entity's objects come from.
    ///
    ///     var title = ObjectAttribute("heading", .string)
    ///     title.renamingIdentifier = "title"
    ///     let old = try ResolvedModel(
    ///         ObjectModel(entities: [
    ///             ObjectEntity("Note", attributes: [ObjectAttribute("title", .string)])
    ///         ]))
    ///     let new = try ResolvedModel(
    ///         ObjectModel(entities: [
    ///             ObjectEntity("Note", attributes: [ObjectAttribute("colour", .string), title])
    ///         ]))
    ///     let mapping = try ModelMapping(from: old, to: new)
    ///     mapping.entities[0]?.attributes  // [nil, 0]: a new colour; the heading is the old title
    public struct Entity: Sendable {
        /// The entity's number in the old model.
        public let source: Int
        /// The entity's number in the new model.
        public let destination: Int
        /// For each attribute, the place of the old one; nil for the default.
        public let attributes: [Int?]
        /// For each attribute, what stands where there was nil or nothing.
        public let fallbacks: [Value]
        /// For each relationship to one, the old relationship.
        public let toOnes: [ModelProperty?]
        /// For each relationship to many, the old relationship, which may have been to one.
        public let toManys: [ModelProperty?]
    }

    /// The model of the store after the migration.
    public let destination: ResolvedModel
    /// Entities that have objects in both models, by their number in the old one.
    public let entities: [Int: Entity]

    /// Attributes that are mandatory now, were optional and have no default.
    ///
    /// The number of the old entity and the old name of each; none of its values may be nil.
    public let mandatory: [(entity: Int, attribute: String)]

    /// Why one model cannot become the other by itself.
    ///
    ///     // A text cannot become a number by itself.
    ///     do { _ = try ModelMapping(from: old, to: number) } catch {
    ///         error.entity    // "Note"
    ///         error.property  // "title"
    ///     }
    public struct Problem: Error, Hashable, Sendable {
        /// The entity of the new model.
        public let entity: String
        /// The property that cannot be mapped; nil for the whole entity.
        public let property: String?
        /// A sentence, in the words of Apple's systems where they have some.
        public let reason: String
    }

    /// Infers a mapping.
    ///
    /// - Parameter isPrepared: Whether the program has given values to attributes that become
    ///   mandatory, which are ``mandatory`` then, and has no objects that would lack a mandatory
    ///   property that is new.
    /// - Throws: ``Problem`` for what needs a mapping of the program's own.
    public init(
        from old: ResolvedModel, to new: ResolvedModel, isPrepared: Bool = false
    ) throws(Problem) {
        destination = new
        var pairs: [Int: Int] = [:]
        for entity in new.entities {
            guard
                let was = Renaming.find(
                    entity.name, entity.source.renamingIdentifier, in: old.entities,
                    name: \.name, renaming: \.source.renamingIdentifier)
            else { continue }
            guard pairs[was.number] == nil else {
                throw Problem(
                    entity: entity.name, property: nil, reason: "two entities were '\(was.name)'")
            }
            pairs[was.number] = entity.number
        }
        var entities: [Int: Entity] = [:]
        var mandatory: [(entity: Int, attribute: String)] = []
        for (was, now) in pairs.sorted(by: { $0.value < $1.value }) {
            let inference = Inference(
                old: old.entities[was], new: new.entities[now], pairs: pairs, model: new,
                isPrepared: isPrepared)
            let entity = try inference.entity()
            entities[was] = entity
            guard isPrepared else { continue }
            for attribute in new.entities[now].attributes {
                guard let place = entity.attributes[attribute.place],
                    !attribute.source.isOptional, attribute.source.derivation == nil,
                    entity.fallbacks[attribute.place].isNull
                else { continue }
                let old = old.entities[was].attributes[place]
                if old.source.isOptional { mandatory.append((was, old.name)) }
            }
        }
        self.entities = entities
        self.mandatory = mandatory
    }

    /// The mapping of a model to itself, for a copy: everything is where it was, whatever the
    /// renaming identifiers say.
    public init(unchanged model: ResolvedModel) {
        destination = model
        mandatory = []
        entities = Dictionary(
            uniqueKeysWithValues: model.entities.map { entity in
                (
                    entity.number,
                    Entity(
                        source: entity.number, destination: entity.number,
                        attributes: entity.attributes.map(\.place),
                        fallbacks: entity.attributes.map { _ in .null },
                        toOnes: entity.toOnes.map { .toOne($0.place) },
                        toManys: entity.toManys.map { .toMany($0.place) })
                )
            })
    }
}

/// Finds what something was called.
enum Renaming {
    static func find<T>(
        _ name: String, _ identifier: String?, in all: [T], name path: KeyPath<T, String>,
        renaming: KeyPath<T, String?>
    ) -> T? {
        if let identifier {
            if let found = all.first(where: { $0[keyPath: path] == identifier }) { return found }
            if let found = all.first(where: { $0[keyPath: renaming] == identifier }) {
                return found
            }
        }
        return all.first { $0[keyPath: path] == name }
            ?? all.first { $0[keyPath: renaming] == name }
    }

    static func relationship(
        _ relationship: ModelRelationship, in all: [ModelRelationship]
    ) -> ModelRelationship? {
        find(
            relationship.name, relationship.source.renamingIdentifier, in: all, name: \.name,
            renaming: \.source.renamingIdentifier)
    }
}

/// What becomes of one entity.
private struct Inference {
    typealias Problem = ModelMapping.Problem

    let old: ModelEntity
    let new: ModelEntity
    /// What each old entity becomes.
    let pairs: [Int: Int]
    let model: ResolvedModel
    let isPrepared: Bool

    func entity() throws(Problem) -> ModelMapping.Entity {
        let attributes = try new.attributes.map(attribute)
        return ModelMapping.Entity(
            source: old.number, destination: new.number, attributes: attributes.map { $0.place },
            fallbacks: attributes.map { $0.fallback }, toOnes: try new.toOnes.map(toOne),
            toManys: try new.toManys.map(toMany))
    }

    private func problem(_ property: String, _ reason: String) -> Problem {
        Problem(entity: new.name, property: property, reason: reason)
    }

    private func attribute(
        _ attribute: ModelAttribute
    ) throws(Problem) -> (place: Int?, fallback: Value) {
        let fallback = attribute.source.storedDefault
        let was = Renaming.find(
            attribute.name, attribute.source.renamingIdentifier, in: old.attributes,
            name: \.name, renaming: \.source.renamingIdentifier)
        if let was, !was.type.becomes(attribute.type) {
            throw problem(
                attribute.name,
                "Source and destination attribute types are incompatible: it was "
                    + "\(was.type.rawValue) and is \(attribute.type.rawValue)")
        }
        if let (path, was, now) = was.flatMap({
            attribute.source.incompatibleElement(since: $0.source)
        }) {
            throw problem(
                path,
                "Source and destination attribute types are incompatible: it was \(was.rawValue) and "
                    + "is \(now.rawValue)")
        }
        let isNewlyMandatory =
            !attribute.source.isOptional && attribute.source.derivation == nil
            && was?.source.isOptional != false
        if isNewlyMandatory, fallback.isNull, !isPrepared {
            throw problem(
                attribute.name,
                "Validation error missing attribute values on mandatory destination attribute: "
                    + "it is mandatory now and has no default")
        }
        // What was nil stays so where it may be.
        let mayBeNil =
            was.map {
                attribute.source.isOptional
                    || attribute.source.mayBeEmpty && !$0.source.isOptional
            } ?? false
        return (was?.place, mayBeNil ? .null : fallback)
    }

    private func toOne(_ relationship: ModelRelationship) throws(Problem) -> ModelProperty? {
        guard let was = Renaming.relationship(relationship, in: old.toOnes) else {
            if Renaming.relationship(relationship, in: old.toManys) != nil {
                throw problem(
                    relationship.name,
                    "Source and destination relationships are incompatible: it pointed at many "
                        + "and points at one")
            }
            if !relationship.source.isOptional, !isPrepared {
                throw problem(
                    relationship.name,
                    "Validation error missing values on mandatory destination relationship: "
                        + "it is mandatory now")
            }
            return nil
        }
        try check(was, relationship)
        return .toOne(was.place)
    }

    private func toMany(_ relationship: ModelRelationship) throws(Problem) -> ModelProperty? {
        if let was = Renaming.relationship(relationship, in: old.toManys) {
            try check(was, relationship)
            if was.usesJoinTable, !relationship.usesJoinTable {
                throw problem(
                    relationship.name,
                    "Source and destination relationships are incompatible: its objects pointed "
                        + "back at many and point at one")
            }
            return .toMany(was.place)
        }
        guard let was = Renaming.relationship(relationship, in: old.toOnes) else { return nil }
        try check(was, relationship)
        return .toOne(was.place)
    }

    /// Whether the objects that were pointed at may be pointed at.
    private func check(
        _ was: ModelRelationship, _ relationship: ModelRelationship
    ) throws(Problem) {
        guard let becomes = pairs[was.destination] else { return }
        let wanted = model.entities[relationship.destination]
        let family = model.entities[becomes].family
        guard wanted.family.contains(becomes) || family.contains(wanted.number) else {
            throw problem(
                relationship.name,
                "Source and destination relationships are incompatible: it points at another "
                    + "entity now")
        }
    }
}

extension ObjectAttribute {
    /// The default as rows have it: of a composite, the defaults of its elements; null without one.
    package var storedDefault: Value {
        if let defaultValue { return Value(modelValue: defaultValue) }
        var members: [String: Value] = [:]
        for element in elements {
            let value = element.storedDefault
            if !value.isNull { members[element.name] = value }
        }
        return members.isEmpty ? .null : .dictionary(members)
    }
}

extension Value {
    /// A constant of a model.
    package init(modelValue value: ModelValue) {
        switch value {
        case .int(let number): self = .int(number)
        case .double(let number): self = .double(number)
        case .decimal(let number): self = .decimal(number)
        case .text(let text): self = .text(text)
        case .date(let date): self = .date(date)
        case .bytes(let bytes): self = .bytes(bytes)
        case .uuid(let uuid): self = .uuid(uuid)
        case .url(let url): self = .url(url)
        }
    }
}

extension AttributeType {
    /// Whether values may be taken over by themselves.
    func becomes(_ other: AttributeType) -> Bool {
        let whole: Set<AttributeType> = [.integer16, .integer32, .integer64, .boolean]
        let fractions: Set<AttributeType> = [.float, .double]
        return self == other || whole.isSuperset(of: [self, other])
            || fractions.isSuperset(of: [self, other])
    }
}
