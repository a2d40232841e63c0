// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the other benchmarks need no libpq.
let package = Package(
    name: "mirror-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "quarry", path: "../..", traits: ["Postgres"])],
    targets: [
        .systemLibrary(name: "SQLiteTrace"),
        .executableTarget(
            name: "MirrorBenchmark",
            dependencies: [
                "SQLiteTrace",
                .product(name: "CloudKit", package: "quarry"),
                .product(name: "CoreData", package: "quarry"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
