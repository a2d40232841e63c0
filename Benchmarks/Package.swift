// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that a plain build of Quarry never sees it.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "quarry", path: "..", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "RawSQLite"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "RawSQLite",
                .product(name: "CloudKit", package: "quarry"),
                .product(name: "CoreData", package: "quarry"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "PredicateCore", package: "quarry"),
                .product(name: "RecordCore", package: "quarry"),
                .product(name: "Stores", package: "quarry"),
            ],
            plugins: [.plugin(name: "ManagedAccessors", package: "quarry")]),
    ],
    swiftLanguageModes: [.v6]
)
