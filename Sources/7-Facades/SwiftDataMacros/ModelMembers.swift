#if SwiftData
import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that `@Model` adds to a class.
struct ModelMembers {
    private let model: ClassDeclSyntax
    private let members: [ModelMember]
    private let isSubclass: Bool
    private let name: String
    private let access: String
    private let isFinal: Bool

    init(_ model: ClassDeclSyntax, _ members: [ModelMember], isSubclass: Bool) {
        self.model = model
        self.members = members
        self.isSubclass = isSubclass
        name = model.name.text
        let modifiers = model.modifiers.map(\.name.text)
        let isPublic = modifiers.contains { ["public", "open"].contains($0) }
        access = isPublic ? "public " : modifiers.contains("package") ? "package " : ""
        isFinal = modifiers.contains("final")
    }

    var all: [DeclSyntax] {
        let noType: DeclSyntax = "struct _SwiftDataNoType {}"
        if isSubclass {
            return [backing, subclassStorage, metadata, subclassInitializer, registrar, observers]
                + keyPaths + [noType]
        }
        return [backing, storage, persistentBacking, metadata, initializer, registrar, observers]
            + observation + keyPaths + [noType]
    }

    // MARK: Storage

    private var backing: DeclSyntax {
        """
        @Transient private var _$backingData: SwiftData._ModelBacking<\(raw: name)> = SwiftData._ModelBacking()
        """
    }

    private var storage: DeclSyntax {
        """
        @Transient public \(raw: isFinal ? "final " : "")var _$storage: SwiftData._ModelStorage {
            _$backingData.storage
        }
        """
    }

    private var subclassStorage: DeclSyntax {
        """
        @Transient public override var _$storage: SwiftData._ModelStorage {
            _$backingData.storage.joined(to: super._$storage)
        }
        """
    }

    private var persistentBacking: DeclSyntax {
        """
        @Transient public var persistentBackingData: any SwiftData.BackingData<\(raw: name)> {
            get {
                _$backingData
            }
            set {
                _$backingData = SwiftData._ModelBacking(adopting: newValue)
            }
        }
        """
    }

    // MARK: Schema

    private var metadata: DeclSyntax {
        let entries =
            members.lines { member in
                guard case .property(let property) = member else { return nil }
                return property.entry(of: name)
            } + constraints
        let modifiers = isSubclass ? "override class" : "class"
        let body: String
        if entries.contains(where: { $0.hasPrefix("#") }) {
            // No literal has `#if` in it.
            body =
                "var metadata: [SwiftData.Schema.PropertyMetadata] = []\n"
                + entries.map { $0.hasPrefix("#") ? $0 : "metadata.append(\($0))" }
                .map { "    \($0)\n" }.joined() + "    return metadata"
        } else {
            let list = entries.map { "\n        \($0)," }.joined()
            body = "[\(list.isEmpty ? "]" : list + "\n    ]")"
        }
        return """
            \(raw: access)\(raw: modifiers) var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                \(raw: body)
            }
            """
    }

    /// What `#Index` and `#Unique` among the members say.
    private var constraints: [String] {
        ["Index", "Unique"].flatMap { kind in
            members.lines { member in
                guard case .constraint(let macro) = member, macro.macroName.text == kind else {
                    return nil
                }
                return "SwiftData.Schema.PropertyMetadata(name: \"SwiftData.Schema.\(kind)\", "
                    + "keypath: \\\(name).persistentModelID, defaultValue: nil, metadata: "
                    + "SwiftData.Schema.\(kind)<\(name)>(\(macro.arguments.trimmedDescription)))"
            }
        }
    }

    // MARK: Key paths of subclasses

    /// `\Truck.name` is another key path than `\Vehicle.name`, and only a function that is generic
    /// over subclasses can name it for all of them.
    private var keyPaths: [DeclSyntax] {
        var declarations: [DeclSyntax] = []
        let superclass = superclassName
        if isSubclass {
            declarations.append(
                """
                public override class var _$inheritedKeyPaths: [String: AnyKeyPath] {
                    \(raw: superclass)._$keyPaths(of: \(raw: name).self)
                }
                """)
        } else if !isFinal {
            declarations.append(
                """
                public class var _$inheritedKeyPaths: [String: AnyKeyPath] {
                    [:]
                }
                """)
        }
        guard !isFinal else { return declarations }
        let entries = statements { "paths[\"\($0)\"] = \\_M.\($0)" }.map { "\n\($0)" }.joined()
        let inherited = isSubclass ? "\(superclass)._$keyPaths(of: type)" : "[:]"
        declarations.append(
            """
            \(raw: access)static func _$keyPaths<_M: \(raw: name)>(of type: _M.Type) -> [String: AnyKeyPath] {
                var paths: [String: AnyKeyPath] = \(raw: inherited)\(raw: entries)
                return paths
            }
            """)
        return declarations
    }

    private var superclassName: String {
        model.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription ?? ""
    }

    // MARK: Initializers

    private var initializer: DeclSyntax {
        """
        \(raw: isFinal ? "" : "required ")\(raw: access)init(backingData: any SwiftData.BackingData<\(raw: name)>) {
        \(raw: noTypes)
            self.persistentBackingData = backingData
        }
        """
    }

    private var subclassInitializer: DeclSyntax {
        """
        required \(raw: access)init(backingData: any SwiftData.BackingData<\(raw: superclassName).Root>) {
        \(raw: noTypes)
            _$backingData = SwiftData._ModelBacking(sharing: backingData)
            super.init(backingData: backingData)
        }
        """
    }

    private var noTypes: String {
        statements { "_\($0) = _SwiftDataNoType()" }.joined(separator: "\n")
    }

    /// An indented statement for the name of each property.
    private func statements(_ statement: (String) -> String) -> [String] {
        members.lines { member in
            guard case .property(let property) = member else { return nil }
            return statement(property.name)
        }.map { "    \($0)" }
    }

    // MARK: Observation

    private var registrar: DeclSyntax {
        "@Transient private let _$observationRegistrar = Observation.ObservationRegistrar()"
    }

    /// What tells observers of changes that no accessor makes.
    private var observers: DeclSyntax {
        let overriding = isSubclass ? "override " : isFinal ? "final " : ""
        let inherited = isSubclass ? "super._$observers + " : ""
        return """
            @Transient public \(raw: overriding)var _$observers: [Observation.ObservationRegistrar] {
                \(raw: inherited)[_$observationRegistrar]
            }
            """
    }

    private var observation: [DeclSyntax] {
        [
            """
            internal nonisolated func access<_M>(keyPath: KeyPath<\(raw: name), _M>) {
                _$observationRegistrar.access(self, keyPath: keyPath)
            }
            """,
            """
            internal nonisolated func withMutation<_M, _R>(
                keyPath: KeyPath<\(raw: name), _M>, _ mutation: () throws -> _R
            ) rethrows -> _R {
                try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
            }
            """,
        ]
    }
}
#endif
