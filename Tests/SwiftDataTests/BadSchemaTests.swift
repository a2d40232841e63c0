#if SwiftData
import Foundation
import SwiftData
import Testing

/// Schemas that cannot be stored, which the compiler takes.
enum Bad {
    @Model final class UniqueOfComputed {
        #Unique<UniqueOfComputed>([\.title, \.label])
        var title = ""
        var label: String { title }
        init() {}
    }

    @Model final class IndexOfTransient {
        #Index<IndexOfTransient>([\.cache])
        var title = ""
        @Transient var cache = ""
        init() {}
    }

    @Model final class InverseOfAttribute {
        @Relationship(inverse: \Target.title) var targets: [Target] = []
        init() {}
    }

    @Model final class Target {
        var title = ""
        init() {}
    }

    enum Later {
        @Model final class Target {
            var title = ""
            init() {}
        }
    }

    @Model final class BothTargets {
        var first: Target?
        var later: Later.Target?
        init() {}
    }

    class Base {
        var kept = ""
    }

    /// Written by hand: what the macro writes for such a class does not compile.
    final class Derived: Base, PersistentModel {
        var persistentBackingData: any BackingData<Derived>
        static var schemaMetadata: [Schema.PropertyMetadata] {
            [Schema.PropertyMetadata(name: "title", keypath: \Derived.title, defaultValue: "")]
        }
        var title: String {
            get { getValue(forKey: \.title) }
            set { setValue(forKey: \.title, to: newValue) }
        }
        init(backingData: any BackingData<Derived>) { persistentBackingData = backingData }
    }
}

enum SameV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Bad.Target.self] }
}

enum SameV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Bad.Target.self] }
}

enum SamePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SameV1.self, SameV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: SameV1.self, toVersion: SameV2.self, willMigrate: nil,
                didMigrate: nil)
        ]
    }
}

/// What is wrong with a schema is said when a container is made, in a sentence with the names.
@Suite struct BadSchemaTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let schema: @Sendable () -> Schema
        let isStaged: Bool
        let sentence: String

        init(
            _ name: String, _ sentence: String, isStaged: Bool = false,
            _ schema: @Sendable @escaping () -> Schema
        ) {
            testDescription = name
            self.sentence = sentence
            self.isStaged = isStaged
            self.schema = schema
        }
    }

    /// A relationship described by hand.
    private static func link(
        to destination: String, inverse: String? = nil
    ) -> Schema.Relationship {
        let link = Schema.Relationship()
        (link.name, link.destination, link.inverseName) = ("link", destination, inverse)
        link.valueType = Bad.Target?.self
        return link
    }

    static let cases = [
        Case(
            "#Unique of a computed property",
            "#Unique of 'UniqueOfComputed' names '\\UniqueOfComputed."
        ) {
            Schema([Bad.UniqueOfComputed.self])
        },
        Case(
            "#Index of a transient property",
            "#Index of 'IndexOfTransient' names 'cache', which is no stored property."
        ) {
            Schema([Bad.IndexOfTransient.self])
        },
        Case(
            "an inverse that is an attribute",
            "The inverse of 'InverseOfAttribute.targets' is 'Target.title', which is no "
                + "relationship."
        ) { Schema([Bad.InverseOfAttribute.self]) },
        Case(
            "two classes of one name",
            "The models SwiftDataTests.Bad.Target and SwiftDataTests.Bad.Later.Target are both the "
                + "entity 'Target'; a schema has one of them."
        ) { Schema([Bad.Target.self, Bad.Later.Target.self]) },
        Case(
            "two classes of one name that a model refers to",
            "are both the entity 'Target'; a schema has one of them."
        ) { Schema([Bad.BothTargets.self]) },
        Case(
            "a superclass without @Model",
            "'Derived' inherits from the class Base, which is no model"
        ) {
            Schema([Bad.Derived.self])
        },
        Case(
            "a constraint of an unknown property",
            "#Unique of 'Item' names 'code', which is no stored property."
        ) {
            let item = Schema.Entity(
                "Item", properties: Schema.Attribute(name: "name", valueType: String.self))
            item.uniquenessConstraints = [["name", "code"]]
            return Schema(item)
        },
        Case(
            "an index of an unknown property",
            "#Index of 'Item' names 'code', which is no stored property."
        ) {
            let item = Schema.Entity("Item")
            item.indices = [["code"]]
            return Schema(item)
        },
        Case(
            "a destination outside of the schema",
            "'Item.link' refers to 'Nowhere', which is not in the schema."
        ) {
            Schema(Schema.Entity("Item", properties: link(to: "Nowhere")))
        },
        Case(
            "an inverse that the destination lacks",
            "The inverse of 'Item.link' is 'Item.back', which is no relationship."
        ) {
            Schema(Schema.Entity("Item", properties: link(to: "Item", inverse: "back")))
        },
        Case(
            "a superclass outside of the schema",
            "'Item' inherits from 'Thing', which is not in the schema."
        ) {
            let item = Schema.Entity("Item")
            item.superentityName = "Thing"
            return Schema(item)
        },
        Case(
            "a type that is not codable",
            "'Item.lock' has the type NSLock, which is neither codable nor a model; make it "
                + "codable, transformable or @Transient."
        ) {
            Schema(
                Schema.Entity(
                    "Item", properties: Schema.Attribute(name: "lock", valueType: NSLock.self)))
        },
        Case(
            "a stage between equal versions",
            "The versions 1.0.0 and 2.0.0 of the migration plan have the same models; a stage "
                + "between them has nothing to migrate.", isStaged: true
        ) {
            Schema(versionedSchema: SameV2.self)
        },
    ]

    @Test func `a given model stands for another of its name that is referred to`() throws {
        let schema = Schema([Bad.Target.self, Bad.BothTargets.self])
        let container = try ModelContainer(
            for: schema, configurations: ModelConfiguration.fresh())
        let context = ModelContext(container)
        context.insert(Bad.Target())
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Bad.Target>()) == 1)
    }

    @Test(arguments: cases) func `is refused with a sentence`(bad: Case) throws {
        let error = #expect(throws: SwiftDataError.self) {
            try ModelContainer(
                for: bad.schema(), migrationPlan: bad.isStaged ? SamePlan.self : nil,
                configurations: ModelConfiguration.fresh())
        }
        #expect(error == .loadIssueModelContainer)
        let sentence = error?.description ?? ""
        #expect(sentence.contains(bad.sentence), "\(sentence)")
        #expect(error?.localizedDescription == sentence)
    }
}
#endif
