// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// Of every target of Swift that names no settings of its own.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Of the rooms that answer requests, whose functions stay on the thread that asks: a change of
// thread costs more than most of what is asked.
let answering = strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let package = Package(
    name: "quarry",
    // `Mutex` of Synchronization. Documentation/ApplePlatforms.md says what builds there.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "FoundationPredicates", targets: ["FoundationPredicates"]),
        .library(name: "CloudKit", targets: ["CloudKit"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "CoreData", targets: ["CoreData"]),
        .library(name: "SwiftData", targets: ["SwiftData"]),
        .library(name: "Query", targets: ["Query"]),
        .library(name: "CloudKitQuery", targets: ["CloudKitQuery"]),
        .plugin(name: "ManagedAccessors", targets: ["ManagedAccessors"]),
        .library(name: "PredicateCore", targets: ["PredicateCore"]),
        .library(name: "RecordCore", targets: ["RecordCore"]),
        .library(name: "RecordJSON", targets: ["RecordJSON"]),
        .library(name: "Stores", targets: ["Stores"]),
        .library(name: "LocalServer", targets: ["LocalServer"]),
        .executable(name: "quarry", targets: ["CLI"]),
    ],
    traits: [
        .trait(name: "Postgres", description: "Stores in PostgreSQL; needs libpq."),
        .trait(
            name: "Server",
            description: "The server, and CloudKit and the tool against one; needs SwiftNIO."),
        .trait(name: "SwiftData", description: "The module SwiftData; needs swift-syntax."),
        .default(enabledTraits: ["Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        // The spine: each target imports only what stands above it here.
        .target(name: "PredicateCore"),
        // SHA-256 of content: a library that has it takes a minute to build.
        .target(name: "CSHA256"),
        .target(name: "RecordCore", dependencies: ["PredicateCore", "CSHA256"]),
        .systemLibrary(name: "CZlib"),
        // The one importer of zlib: what the server compresses, and models kept in stores.
        .target(name: "Zlib", dependencies: ["CZlib"]),
        // What a Core Data model file says; hardly a dependency, since the build-tool plugin reads
        // it.
        .target(name: "CoreDataModel", dependencies: ["Zlib"]),
        .target(name: "ObjectCore", dependencies: ["CoreDataModel", "PredicateCore"]),
        // Mirrored objects in CloudKit: their schema, and what keeps them and their records alike.
        .target(
            name: "MirrorCore",
            dependencies: ["CoreDataModel", "ObjectCore", "PredicateCore", "RecordCore"]),
        // Models drawn as SVG.
        .target(name: "ModelDiagrams", dependencies: ["CoreDataModel", "ObjectCore"]),
        .target(name: "SQLLowering", dependencies: ["RecordCore", "ObjectCore"]),
        .target(name: "SQLStorage", dependencies: ["SQLLowering", "RecordCore", "ObjectCore"]),
        // What of SQLite Swift cannot call, and how its log is written.
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "SQLiteEngine",
            dependencies: [
                "SQLStorage", "SQLLowering", "RecordCore", "PredicateCore", "CSQLite",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .systemLibrary(name: "CPostgres"),
        // Empty without its trait, so that nothing needs libpq then.
        .target(
            name: "PostgresEngine",
            dependencies: [
                "SQLStorage", "SQLLowering", "RecordCore",
                .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
            ]),
        .target(
            name: "Stores",
            dependencies: [
                "SQLiteEngine", "SQLStorage", "SQLLowering", "RecordCore", "ObjectCore",
                .target(name: "PostgresEngine", condition: .when(traits: ["Postgres"])),
            ]),
        // Branches.
        .target(name: "RecordJSON", dependencies: ["RecordCore"]),
        .target(name: "FoundationPredicatesCore", dependencies: ["PredicateCore"]),
        .target(name: "FoundationPredicates", dependencies: ["FoundationPredicatesCore"]),
        .target(name: "RecordService", dependencies: ["RecordCore"], swiftSettings: answering),
        // The server, from the wire inwards out: what is said, by which client, what one server
        // hosts, and HTTP round it.
        .target(
            name: "WebServices", dependencies: ["RecordService", "RecordCore", "RecordJSON"],
            swiftSettings: answering),
        .target(
            name: "Accounts",
            dependencies: [
                "RecordCore", "RecordJSON", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: answering),
        .target(
            name: "ServerCore",
            dependencies: [
                "WebServices", "Accounts", "RecordService", "RecordCore", "RecordJSON",
                "Stores", "PredicateCore", "CoreDataModel", "OpenAPIFile",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: answering),
        // The description of endpoints, embedded by #embed of C.
        .target(name: "OpenAPIFile", exclude: ["openapi.yaml"]),
        .target(name: "Dashboard", dependencies: ["DashboardFiles"], exclude: ["Assets"]),
        // The dashboard's files, put in by #embed of C: as Swift arrays they take a minute.
        .target(name: "DashboardFiles"),
        .target(
            name: "WebServer",
            dependencies: [
                "ServerCore", "WebServices", "RecordCore", "Dashboard", "Zlib",
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // A server as programs and the tool see it.
        .target(
            name: "CloudKitClient",
            dependencies: [
                "WebServices", "RecordService", "RecordCore", "RecordJSON", "PredicateCore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        // The users of a server: the accounts in its directory, its database or behind its API.
        .target(
            name: "AccountsClient",
            dependencies: [
                "Accounts", "CloudKitClient", "Stores", "RecordJSON", "RecordCore", "PredicateCore",
            ]),
        // Copies records between a store and a container, page by page; goes on where it stopped.
        .target(
            name: "RecordTransfer",
            dependencies: [
                "CloudKitClient", "WebServices", "RecordService", "RecordCore", "RecordJSON",
                "PredicateCore",
            ]),
        .target(
            name: "CoreLocation",
            dependencies: ["PredicateCore", "FoundationPredicates", "CSwiftRuntime"]),
        // What fields hold; and, in a module that is linked and never imported, what bridging to
        // Objective-C adds at run time.
        .target(name: "CloudKitValues", dependencies: ["CoreLocation"]),
        .target(name: "CloudKitBridging", dependencies: ["CloudKitValues"]),
        .target(
            name: "CloudKit",
            dependencies: [
                "CloudKitValues", "CloudKitBridging", "RecordService", "RecordCore", "Stores",
                "PredicateCore", "FoundationPredicates", "CoreLocation", "CoreData", "MirrorCore",
                .target(name: "CloudKitClient", condition: .when(traits: ["Server"])),
                .target(name: "WebServices", condition: .when(traits: ["Server"])),
            ]),
        .target(
            name: "CoreData",
            dependencies: [
                "ObjectCore", "CoreDataModel", "MirrorCore", "Stores", "RecordCore",
                "PredicateCore", "FoundationPredicates", "CSwiftRuntime",
            ]),
        .target(name: "CSwiftRuntime"),
        // Models as classes of Swift. Both are empty without the trait, so that nothing needs
        // swift-syntax then.
        .macro(
            name: "SwiftDataMacros",
            dependencies: [
                .product(
                    name: "SwiftSyntaxMacros", package: "swift-syntax",
                    condition: .when(traits: ["SwiftData"])),
                .product(
                    name: "SwiftCompilerPlugin", package: "swift-syntax",
                    condition: .when(traits: ["SwiftData"])),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(
            name: "SwiftData",
            dependencies: [
                "CoreData", "ObjectCore", "PredicateCore", "FoundationPredicates",
                "FoundationPredicatesCore",
                .target(name: "SwiftDataMacros", condition: .when(traits: ["SwiftData"])),
            ]),
        // The fluent builder: its words, and the two facades that it is asked over.
        .target(name: "QueryBuilderCore", dependencies: ["FoundationPredicates", "PredicateCore"]),
        .target(
            name: "CoreDataQuery",
            dependencies: ["QueryBuilderCore", "CoreData", "FoundationPredicates"]),
        .target(name: "Query", dependencies: ["CoreDataQuery"]),
        .target(
            name: "CloudKitQuery",
            dependencies: ["QueryBuilderCore", "CloudKit", "FoundationPredicates", "RecordCore"]),
        // What the build-tool plugin runs.
        .target(name: "ManagedAccessorCore", dependencies: ["CoreDataModel"]),
        .executableTarget(name: "ManagedAccessorTool", dependencies: ["ManagedAccessorCore"]),
        .plugin(
            name: "ManagedAccessors", capability: .buildTool(),
            dependencies: ["ManagedAccessorTool"]),
        // Starts a server for a test run of somebody else's package; no dependency.
        .target(name: "LocalServer"),
        .executableTarget(
            name: "CLI",
            dependencies: [
                "Stores", "RecordJSON", "RecordCore", "PredicateCore", "ObjectCore",
                "CoreDataModel", "MirrorCore", "ModelDiagrams", "RecordService", "DemoFiles",
                .target(name: "WebServer", condition: .when(traits: ["Server"])),
                .target(name: "ServerCore", condition: .when(traits: ["Server"])),
                .target(name: "Accounts", condition: .when(traits: ["Server"])),
                .target(name: "WebServices", condition: .when(traits: ["Server"])),
                .target(name: "CloudKitClient", condition: .when(traits: ["Server"])),
                .target(name: "AccountsClient", condition: .when(traits: ["Server"])),
                .target(name: "RecordTransfer", condition: .when(traits: ["Server"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(
                    name: "Logging", package: "swift-log", condition: .when(traits: ["Server"])),
                .product(
                    name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Server"])),
            ]),
        // The sample data of `quarry demo`, embedded by #embed of C.
        .target(name: "DemoFiles", exclude: ["ATTRIBUTION.md", "cities.tsv", "countries.tsv"]),
        // Examples, built and run by tests.
        .executableTarget(name: "Filtering", dependencies: ["FoundationPredicates"]),
        .executableTarget(name: "Places", dependencies: ["RecordCore", "Stores"]),
        .executableTarget(name: "Guestbook", dependencies: ["CloudKit"]),
        .executableTarget(name: "FieldGuide", dependencies: ["CloudKit"]),
        // Core Data as Xcode would have it: one line for the plugin, sources as they are.
        .executableTarget(
            name: "Fetching", dependencies: ["CoreData"], plugins: ["ManagedAccessors"]),
        // An app's models over SwiftData; empty without the trait.
        .executableTarget(
            name: "Trips", dependencies: ["SwiftData"], swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "ToDo", dependencies: ["CoreData"],
            swiftSettings: [.swiftLanguageMode(.v5)], plugins: ["ManagedAccessors"]),
        .executableTarget(
            name: "CloudNotes", dependencies: ["CoreData", "CloudKit"],
            swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: ["ManagedAccessors"]),
        // Tests.
        .target(name: "TestTime"),
        // Temporary folders, the folder of the package, real data beside it, and programs run.
        .target(name: "TestFiles"),
        // The seeded generator of every test.
        .target(name: "TestRandom"),
        // Parts of Core Data models that tests make in code.
        .target(name: "TestModels", dependencies: ["CoreData"]),
        .target(
            name: "TestKit",
            dependencies: [
                "RecordCore", "Stores", "SQLiteEngine", "SQLStorage", "SQLLowering",
                "RecordJSON", "TestFiles", "TestRandom", .product(name: "Yams", package: "Yams"),
            ]),
        .testTarget(
            name: "PredicateCoreTests", dependencies: ["TestRandom", "PredicateCore", "TestTime"]),
        .testTarget(
            name: "RecordCoreTests",
            dependencies: [
                "RecordCore", "CSHA256", "TestFiles", "TestKit",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "SQLLoweringTests",
            dependencies: ["SQLLowering", "RecordCore", "ObjectCore", "TestKit"]),
        // A file system under SQLite that forgets what was not synced when its power is cut.
        .target(name: "PowerLossVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
        // A program that saves batches until it is killed.
        .executableTarget(name: "CrashWriter", dependencies: ["Stores", "RecordCore"]),
        // A program that saves graphs of objects until it is killed.
        .executableTarget(name: "ObjectCrashWriter", dependencies: ["Stores", "ObjectCore"]),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "TestFiles", "TestRandom", "TestKit", "TestTime", "RecordCore", "Stores",
                "SQLiteEngine", "SQLStorage", "SQLLowering", "PowerLossVFS", "CrashWriter",
                "ObjectCore", "CoreDataModel", "ObjectCrashWriter",
                .target(name: "PostgresEngine", condition: .when(traits: ["Postgres"])),
            ]),
        .testTarget(
            name: "RecordJSONTests", dependencies: ["TestRandom", "RecordJSON", "RecordCore"]),
        .testTarget(
            name: "FoundationPredicatesTests",
            dependencies: ["FoundationPredicates", "PredicateCore"]),
        .testTarget(
            name: "RecordServiceTests",
            dependencies: [
                "TestFiles", "TestRandom", "RecordService", "RecordCore", "Stores", "TestKit",
                "TestTime",
            ]),
        // Sources with Apple's names alone, as they would compile on a Mac.
        .testTarget(
            name: "CloudKitTests",
            dependencies: ["TestFiles", "TestRandom", "CloudKit", "TestKit", "TestTime"]),
        // A notes app on one of two devices, which syncs until it is killed.
        .executableTarget(name: "NotesSync", dependencies: ["TestRandom", "CloudKit"]),
        .testTarget(name: "NotesSyncTests", dependencies: ["CloudKit", "NotesSync"]),
        .testTarget(
            name: "CoreDataModelTests", dependencies: ["TestFiles", "TestTime", "CoreDataModel"]),
        .testTarget(
            name: "MirrorCoreTests",
            dependencies: [
                "TestFiles", "TestTime", "MirrorCore", "CoreDataModel", "ObjectCore",
                "PredicateCore", "RecordCore",
            ]),
        .testTarget(name: "ObjectCoreTests", dependencies: ["ObjectCore"]),
        .testTarget(
            name: "ManagedAccessorCoreTests",
            dependencies: ["TestFiles", "TestRandom", "ManagedAccessorCore", "CoreDataModel"]),
        // Sources with Apple's names alone, as they would compile on a Mac.
        .testTarget(
            name: "CoreDataTests",
            dependencies: [
                "TestFiles", "TestModels", "TestRandom", "CoreData", "TestKit", "TestTime",
            ],
            plugins: ["ManagedAccessors"]),
        // A device that saves and mirrors until it is killed.
        .executableTarget(
            name: "MirrorWriter",
            dependencies: ["CoreData", "CloudKit", "MirrorCore", "TestModels"]),
        // Devices with containers of Core Data over one cloud.
        .testTarget(
            name: "MirroringTests",
            dependencies: [
                "MirrorWriter", "CoreData", "CloudKit", "MirrorCore", "CoreDataModel", "ObjectCore",
                "RecordCore", "PredicateCore", "Stores", "TestFiles", "TestKit", "TestModels",
                "TestRandom", "TestTime", "CLI", "LocalServer",
            ]),
        // What a program does to its files: recorded, or ended before one of them.
        .target(name: "DiskLog"),
        // Models that ModelWriter saves and migrates; empty without the trait SwiftData.
        .target(name: "CrashModels", dependencies: ["SwiftData", "CoreData"]),
        // A program that saves and migrates models until it is killed. No test depends on it, since
        // its system calls pass through DiskLog.
        .executableTarget(
            name: "ModelWriter", dependencies: ["CrashModels", "DiskLog", "SwiftData"]),
        // Sources with Apple's names alone too; empty without the trait SwiftData.
        .testTarget(
            name: "SwiftDataTests",
            dependencies: [
                "SwiftData", "CoreData", "CloudKit", "RecordCore", "Stores", "TestFiles", "TestKit",
                "TestRandom", "TestTime", "Trips", "CrashModels",
            ],
            exclude: ["Members.txt"]),
        .testTarget(
            // CoreData for the package manager, which looks only at modules that are named here.
            name: "QueryTests", dependencies: ["CoreData", "Query", "TestKit", "TestModels"],
            plugins: ["ManagedAccessors"]),
        .testTarget(name: "CloudKitQueryTests", dependencies: ["CloudKit", "CloudKitQuery"]),
        .testTarget(
            name: "WebServicesTests",
            dependencies: [
                "TestFiles", "TestRandom", "WebServices", "RecordService", "RecordCore",
                "RecordJSON", "Stores", "TestKit", "TestTime",
            ]),
        .testTarget(
            name: "AccountsTests",
            dependencies: [
                "TestRandom", "Accounts", "RecordCore", "TestTime",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        // A whole server without HTTP.
        .testTarget(
            name: "ServerCoreTests",
            dependencies: [
                "TestFiles", "TestRandom", "TestKit", "TestTime", "ServerCore", "WebServices",
                "Accounts", "RecordService", "RecordCore", "RecordJSON", "SQLStorage",
                "SQLiteEngine", "Stores",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Yams", package: "Yams"),
            ]),
        // Over real sockets: HTTP itself, the client, the dashboard in a browser.
        .testTarget(
            name: "WebServerTests",
            dependencies: [
                "TestFiles", "TestModels", "TestTime", "WebServer", "ServerCore", "WebServices",
                "Dashboard", "AccountsClient",
                "CloudKitClient", "RecordTransfer", "RecordCore", "RecordService", "RecordJSON",
                "Accounts", "CloudKit", "CoreData",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .testTarget(
            name: "CLITests",
            dependencies: [
                "TestFiles", "TestRandom", "CLI", "LocalServer", "TestKit", "TestTime",
                "ObjectCore", "CoreDataModel", "MirrorCore", "Stores",
            ]),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "TestFiles", "Filtering", "Places", "Guestbook", "FieldGuide", "Fetching", "ToDo",
                "CloudNotes",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets
where target.type != .system && target.type != .plugin && target.swiftSettings == nil {
    target.swiftSettings = strict
}

// The folders of Sources: what a target imports stands in its own layer or in one before it.
// ARCHITECTURE.md has the same layers.
let folders: KeyValuePairs<String, [String]> = [
    "Sources/1-Language": ["PredicateCore", "FoundationPredicatesCore", "FoundationPredicates"],
    "Sources/2-Records": ["CSHA256", "RecordCore", "RecordJSON"],
    "Sources/3-Objects": [
        "CZlib", "Zlib", "CoreDataModel", "ObjectCore", "MirrorCore", "ModelDiagrams",
    ],
    "Sources/4-Storage": [
        "SQLLowering", "SQLStorage", "CSQLite", "SQLiteEngine", "CPostgres", "PostgresEngine",
        "Stores",
    ],
    "Sources/5-Server": [
        "RecordService", "WebServices", "Accounts", "OpenAPIFile", "ServerCore", "Dashboard",
        "DashboardFiles", "WebServer",
    ],
    "Sources/6-Client": ["CloudKitClient", "AccountsClient", "RecordTransfer", "LocalServer"],
    "Sources/7-Facades": [
        "CoreLocation", "CloudKitValues", "CloudKitBridging", "CSwiftRuntime", "CoreData",
        "CloudKit", "SwiftDataMacros", "SwiftData", "QueryBuilderCore", "CoreDataQuery", "Query",
        "CloudKitQuery",
    ],
    "Sources/8-Tools": ["ManagedAccessorCore", "ManagedAccessorTool", "DemoFiles", "CLI"],
    "Examples": [
        "Filtering", "Places", "Guestbook", "FieldGuide", "Fetching", "Trips", "ToDo", "CloudNotes",
    ],
    // Beside the targets of tests, which stand there anyway.
    "Tests": [
        "TestTime", "TestFiles", "TestRandom", "TestModels", "TestKit", "PowerLossVFS",
        "CrashWriter", "ObjectCrashWriter", "NotesSync", "MirrorWriter", "DiskLog", "CrashModels",
        "ModelWriter",
    ],
]
for (folder, names) in folders {
    for target in package.targets where names.contains(target.name) {
        target.path = "\(folder)/\(target.name)"
    }
}

// A build of everything takes minutes. While working, a few targets and what they need:
//
//     QUARRY_ONLY=StoreTests,SQLLoweringTests swift test
if let only = Context.environment["QUARRY_ONLY"] {
    var wanted: Set<String> = []
    var open = only.split(separator: ",").map(String.init)
    while let name = open.popLast() {
        guard let target = package.targets.first(where: { $0.name == name }),
            wanted.insert(name).inserted
        else { continue }
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
            default: break
            }
        }
        for case .plugin(let name, _) in target.plugins ?? [] { open.append(name) }
        // Started by these tests, and no dependency of theirs.
        if name == "SwiftDataTests" { open.append("ModelWriter") }
    }
    package.targets.removeAll { !wanted.contains($0.name) }
    package.products.removeAll { product in
        let parts: [String] =
            switch product {
            case let product as Product.Library: product.targets
            case let product as Product.Executable: product.targets
            case let product as Product.Plugin: product.targets
            default: []
            }
        return !wanted.isSuperset(of: parts)
    }
}
