import Foundation

extension ModelReader {
    /// Composites may lie in composites, but no deeper than this.
    private static let deepestComposite = 16

    /// An attribute.
    func attribute(_ element: ModelElement, depth: Int) throws(ModelFileError) -> ObjectAttribute {
        let name = try element.required("name")
        let spelled = element.text("attributeType")
        guard let type = spelled.map(AttributeType.init(rawValue:)) ?? .undefined else {
            throw invalid(
                element, value: spelled ?? "",
                expected: AttributeType.allCases.map(\.rawValue).joined(separator: ", "))
        }
        var attribute = ObjectAttribute(name, type, isOptional: element.flag("optional"))
        attribute.isTransient = element.flag("transient")
        // A bound of text or bytes is a length.
        let bounds = type == .string || type == .binary ? AttributeType.integer64 : type
        attribute.defaultValue =
            try date(element, "defaultDateTimeInterval", else: "defaultValueString", of: type)
        attribute.minimum =
            try date(element, "minDateTimeInterval", else: "minValueString", of: bounds)
        attribute.maximum =
            try date(element, "maxDateTimeInterval", else: "maxValueString", of: bounds)
        attribute.pattern = element.text("regularExpressionString")
        attribute.derivation = element.text("derivationExpression")
        attribute.compositeName = type == .composite ? element.text("composite") : nil
        attribute.elements = try parts(of: attribute, element, depth: depth)
        attribute.valueTransformerName = element.text("valueTransformerName")
        attribute.customClassName = element.text("customClassName")
        attribute.allowsExternalStorage = element.flag("allowsExternalBinaryDataStorage")
        attribute.usesScalarValueType = element.flag("usesScalarValueType")
        attribute.preservesValueInHistoryOnDeletion =
            element.flag("preserveAfterDeletion")
            || element.flag("preservesValueInHistoryOnDeletion")
        attribute.allowsCloudEncryption = element.flag("allowsCloudEncryption")
        attribute.renamingIdentifier = element.text("elementID")
        attribute.versionHashModifier = element.text("versionHashModifier")
        attribute.isIndexed = element.flag("indexed")
        attribute.isIndexedBySpotlight = element.flag("spotlightIndexingEnabled")
        attribute.userInfo = userInfo(element)
        return attribute
    }

    /// The parts of a composite attribute.
    private func parts(of attribute: ObjectAttribute, _ element: ModelElement, depth: Int)
        throws(ModelFileError) -> [ObjectAttribute]
    {
        guard let name = attribute.compositeName else { return [] }
        guard let composite = composites[name] else {
            throw ModelFileError(
                .unknownName, line: element.line,
                context: ["attribute": attribute.name, "composite": name])
        }
        guard depth < Self.deepestComposite else {
            throw ModelFileError(
                .circle, line: composite.line, context: ["composite": name])
        }
        guard elementCount.take(composite.children.count) else {
            throw ModelFileError(.tooDeep, line: composite.line, context: ["composite": name])
        }
        return try attributes(composite, depth: depth + 1)
    }

    /// Seconds since the beginning of 2001, as dates stand in models, or a constant otherwise.
    private func date(
        _ element: ModelElement, _ key: String, else other: String, of type: AttributeType
    ) throws(ModelFileError) -> ModelValue? {
        guard let text = element.text(key) else { return try value(element, other, of: type) }
        guard let seconds = Double(text), seconds.isFinite else {
            throw invalid(element, value: text, expected: "seconds since 2001")
        }
        return .date(Date(timeIntervalSinceReferenceDate: seconds))
    }

    /// A constant of the attribute's type.
    private func value(_ element: ModelElement, _ key: String, of type: AttributeType)
        throws(ModelFileError) -> ModelValue?
    {
        guard let text = element.attributes[key], type == .string || !text.isEmpty else {
            return nil
        }
        func needed<T>(_ value: T?, _ expected: String) throws(ModelFileError) -> T {
            guard let value else { throw invalid(element, value: text, expected: expected) }
            return value
        }
        switch type {
        case .string: return .text(text)
        case .integer16, .integer32, .integer64:
            return .int(try needed(wholeNumber(text), "a whole number"))
        case .boolean:
            let number = wholeNumber(text)
            return .int(try needed(number == 0 || number == 1 ? number : nil, "YES or NO"))
        case .double, .float: return .double(try needed(Double(point(text)), "a number"))
        case .decimal:
            let number = Double(point(text)) == nil ? nil : Decimal(string: point(text))
            return .decimal(try needed(number, "a decimal number"))
        case .date:
            return .date(try needed(ModelDate.parse(text), "2013-04-23 12:00:00 +0000"))
        case .uuid: return .uuid(try needed(UUID(uuidString: text), "a UUID"))
        case .uri: return .url(try needed(URL(string: text), "a URL"))
        case .binary, .transformable, .objectID, .composite, .undefined:
            return nil  // Xcode offers no default for these.
        }
    }

    /// Xcode keeps the text of an earlier type when the type is changed: `0.0` and `NO` stand as
    /// defaults of whole numbers in real models.
    private func wholeNumber(_ text: String) -> Int64? {
        if let number = Int64(text) { return number }
        switch text.lowercased() {
        case "yes", "true": return 1
        case "no", "false": return 0
        default: return Double(point(text)).flatMap { Int64(exactly: $0) }
        }
    }

    /// Early versions of Xcode wrote the comma of the author's language.
    private func point(_ text: String) -> String {
        text.filter { $0 == "," }.count == 1 && !text.contains(".")
            ? text.replacingOccurrences(of: ",", with: ".") : text
    }

    private func invalid(_ element: ModelElement, value: String, expected: String)
        -> ModelFileError
    {
        ModelFileError(
            .invalidValue, line: element.line,
            context: [
                "attribute": element.attributes["name"] ?? "", "value": String(value.prefix(80)),
                "expected": expected,
            ])
    }
}
