#if SwiftData
import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that `@Model` adds to a class.
struct ModelMembers {
    private let model: ClassDeclSyntax
    private let properties: [ModelProperty]
    private let isSubclass: Bool
    private let name: String
    private let access: String
    private let isFinal: Bool

    init(_ model: ClassDeclSyntax, _ properties: [ModelProperty], isSubclass: Bool) {
        self.model = model
        self.properties = properties
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
        let entries = (properties.map { $0.entry(of: name) } + constraints)
            .map { "\n        \($0)," }.joined()
        let modifiers = isSubclass ? "override class" : "class"
        return """
            \(raw: access)\(raw: modifiers) var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                [\(raw: entries.isEmpty ? "]" : entries + "\n    ]")
            }
            """
    }

    /// What `#Index` and `#Unique` among the members say.
    private var constraints: [String] {
        ["Index", "Unique"].flatMap { kind in
            model.memberBlock.members.compactMap { member -> String? in
                guard let macro = member.decl.as(MacroExpansionDeclSyntax.self),
                    macro.macroName.text == kind
                else { return nil }
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
        let entries = properties.map { "\n    paths[\"\($0.name)\"] = \\_M.\($0.name)" }.joined()
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
        properties.map { "    _\($0.name) = _SwiftDataNoType()" }.joined(separator: "\n")
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
