// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the other benchmarks need no libpq.
let package = Package(
    name: "postgres-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "quarry", path: "../..", traits: ["Postgres"])],
    targets: [
        .executableTarget(
            name: "PostgresBenchmark",
            dependencies: [
                .product(name: "PredicateCore", package: "quarry"),
                .product(name: "RecordCore", package: "quarry"),
                .product(name: "Stores", package: "quarry"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
