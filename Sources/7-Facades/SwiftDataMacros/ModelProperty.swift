#if SwiftData
import SwiftSyntax

/// A stored property of a class, as the macros see it.
struct ModelProperty {
    let name: String
    /// The written type; nil where it is inferred from the initial value.
    let type: String?
    /// The text of the initial value.
    let initial: String?
    /// Whether the initial value has operators, some of which bind less than `as` does.
    private let hasOperators: Bool
    /// The text of the schema property that `@Attribute` or `@Relationship` describes.
    let metadata: String?

    /// Nil for what a model does not keep.
    init?(_ variable: VariableDeclSyntax) {
        guard variable.isPersisted, let binding = variable.bindings.first,
            let name = variable.propertyName
        else { return nil }
        self.name = name
        type = binding.typeAnnotation?.type.trimmedDescription
        let value = binding.initializer?.value
        initial = value?.trimmedDescription
        hasOperators =
            value?.is(InfixOperatorExprSyntax.self) == true
            || value?.is(SequenceExprSyntax.self) == true
            || value?.is(TernaryExprSyntax.self) == true
        var metadata: String?
        for kind in ["Attribute", "Relationship"] {
            guard let attribute = variable.attribute(kind) else { continue }
            var arguments = ""
            if case .argumentList(let list) = attribute.arguments {
                arguments = list.trimmedDescription
            }
            metadata = "SwiftData.Schema.\(kind)(\(arguments))"
        }
        self.metadata = metadata
    }

    /// The entry of `schemaMetadata`.
    func entry(of model: String) -> String {
        var value = initial ?? "nil"
        // A literal such as `[]` or `.first` has a type only beside its annotation.
        if initial != nil, let type {
            // No cast is to `String!`.
            let type = type.hasSuffix("!") ? "\(type.dropLast())?" : type
            value = "\(hasOperators ? "(\(value))" : value) as \(type)"
        }
        return "SwiftData.Schema.PropertyMetadata(name: \"\(name)\", keypath: \\\(model).\(name), "
            + "defaultValue: \(value), metadata: \(metadata ?? "nil"))"
    }
}

extension VariableDeclSyntax {
    /// The name of the first binding, without the backticks of a keyword.
    var propertyName: String? {
        bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
            .trimmingBackticks
    }

    /// The attribute of a name, whether or not a module stands before it.
    func attribute(_ name: String) -> AttributeSyntax? {
        for element in attributes {
            guard let attribute = element.as(AttributeSyntax.self) else { continue }
            let written = attribute.attributeName.trimmedDescription
            if written.split(separator: ".").last.map(String.init) == name { return attribute }
        }
        return nil
    }

    /// Whether instances have the property in memory: no computed and no static one.
    var isStored: Bool {
        let excluded = ["static", "class", "lazy"]
        if modifiers.contains(where: { excluded.contains($0.name.text) }) { return false }
        return bindings.allSatisfy { binding in
            guard binding.pattern.is(IdentifierPatternSyntax.self) else { return false }
            guard let accessors = binding.accessorBlock else { return true }
            guard case .accessors(let list) = accessors.accessors else { return false }
            return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        }
    }

    /// Whether a model keeps the property.
    var isPersisted: Bool {
        isStored && attribute("Transient") == nil && propertyName?.hasPrefix("_$") == false
    }

    /// Whether `@Attribute(.transformable(by:))` stands before it: its type need not be codable.
    var isTransformable: Bool {
        guard let attribute = attribute("Attribute"),
            case .argumentList(let list) = attribute.arguments
        else { return false }
        return list.contains { argument in
            argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression
                .as(MemberAccessExprSyntax.self)?.declName.baseName.text == "transformable"
        }
    }
}

extension String {
    fileprivate var trimmingBackticks: String {
        count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
    }
}
#endif
