/// What keeps a model from being mirrored in CloudKit, or what a schema there lacks for it.
///
///     Notes.xcdatamodel/contents:5: error: 'Note.id' is neither optional nor has a default value; …
public struct MirrorProblem: Hashable, Sendable, CustomStringConvertible {
    /// How bad a problem is.
    ///
    ///     let problems = MirrorRules.problems(of: model)
    ///     problems.filter { $0.severity == .error }.map(\.code)  // [.requiredAttribute]
    public enum Severity: String, CaseIterable, Hashable, Sendable {
        /// Mirroring fails: at once, or when the first such value is exported.
        case error
        /// Mirroring works until something rare happens.
        case warning
        /// A difference that does no harm.
        case note
    }

    /// What the matter is, to be filtered by.
    ///
    ///     let problems = MirrorRules.problems(of: model)
    ///     problems.filter { $0.code == .requiredAttribute }.compactMap(\.property)  // ["id"]
    ///     MirrorProblem.Code.requiredAttribute.severity                             // .error
    ///     MirrorProblem.Code.decimal.severity                                       // .warning
    ///
    /// Problems are listed, not thrown; a store of `NSPersistentCloudKitContainer` does not open, with
    /// the error 134060, where Apple's container refuses the model.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// A name of nothing, or another mistake that ``ModelChecker`` finds.
        case invalidModel

        // What NSPersistentCloudKitContainer refuses when it loads. The first four are in the order
        // of Apple's text, as far as it is known; the order of the others is ours.
        /// A relationship with an order.
        case orderedRelationship
        /// An attribute that is neither optional nor has a default value.
        case requiredAttribute
        /// A relationship that is not optional.
        case requiredRelationship
        /// An entity with unique constraints.
        case uniqueConstraint
        /// A relationship without an inverse.
        case missingInverse
        /// A relationship with the delete rule Deny.
        case denyRule
        /// An attribute of the type Undefined or Object ID.
        case unsupportedType
        /// A relationship to an entity that is not in the configuration.
        case outsideConfiguration
        /// A property whose field the mirror uses itself.
        case reservedName
        /// Two properties that are one field, and of different types.
        case collidingNames

        // What fails, or loses something, later.
        /// A name that CloudKit does not allow.
        case invalidName
        /// A type with more fields than CloudKit allows.
        case tooManyFields
        /// A type with so much text that it comes near the limit.
        case manyStrings
        /// A decimal, which becomes a floating-point number.
        case decimal
        /// A field whose type or encryption differs between versions of the model.
        case changedType
        /// A renaming identifier.
        case renamed

        // What a schema lacks.
        /// A record type.
        case missingType
        /// A field.
        case missingField
        /// A field of another type.
        case wrongType
        /// A field that is encrypted and should not be, or the other way round.
        case wrongEncryption
        /// The type of shares.
        case missingShare
        /// An index without which the public database cannot be mirrored.
        case missingIndex
        /// The field for values that are too large for a record.
        case missingTwin
        /// The field that sharing needs.
        case missingMoveReceipt
        /// A type of an entity that the model does not have.
        case extraType
        /// A field of a property that the model does not have.
        case extraField
        /// A field of an attribute that each device computes.
        case derivedField
        /// Indexes other than those of a generated schema.
        case otherIndexes

        /// How bad it is where nothing else is said.
        public var severity: Severity {
            switch self {
            case .invalidModel, .missingInverse, .orderedRelationship, .requiredAttribute,
                .requiredRelationship, .unsupportedType, .outsideConfiguration, .denyRule,
                .uniqueConstraint,
                .reservedName, .collidingNames, .invalidName, .tooManyFields, .changedType,
                .missingType, .missingField, .wrongType, .wrongEncryption, .missingShare,
                .missingIndex:
                .error
            case .manyStrings, .decimal, .renamed, .missingTwin, .missingMoveReceipt: .warning
            case .extraType, .extraField, .derivedField, .otherIndexes: .note
            }
        }
    }

    /// What the matter is.
    public let code: Code
    /// How bad it is.
    public var severity: Severity
    /// The entity, by its name in the model.
    public var entity: String?
    /// The attribute or relationship, or the keys of a constraint.
    public var property: String?
    /// The entity that declares the property, where the entity inherits it.
    public var declaringEntity: String?
    /// The record type that the problem is of.
    public var recordType: String?
    /// The field of the record type, or its system field.
    public var field: String?
    /// What the text has behind the property: a type, a destination, a rule, a field,
    /// another property.
    public var detail: String?
    /// One sentence: what is wrong, and what to do about it.
    public var message: String
    /// The file, where it is known.
    public var file: String?
    /// The line of the file, counted from 1, where it is known.
    public var line: Int?

    /// A problem of an entity or one of its properties.
    public init(
        _ code: Code, severity: Severity? = nil, entity: String? = nil, property: String? = nil,
        message: String
    ) {
        self.code = code
        self.severity = severity ?? code.severity
        self.entity = entity
        self.property = property
        self.message = message
    }

    /// `file:line: severity: message`, as compilers write it; without the parts that are not known.
    public var description: String {
        var place = file.map { $0 + ":" } ?? ""
        if file != nil, let line { place += "\(line):" }
        return (place.isEmpty ? "" : place + " ") + "\(severity.rawValue): \(message)"
    }
}
