// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the other benchmarks need no swift-syntax.
let package = Package(
    name: "swiftdata-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "quarry", path: "../..", traits: ["SwiftData"])],
    targets: [
        .systemLibrary(name: "Malloc"),
        .executableTarget(
            name: "SwiftDataBenchmark",
            dependencies: [
                "Malloc", .product(name: "CoreData", package: "quarry"),
                .product(name: "SwiftData", package: "quarry"),
            ],
            plugins: [.plugin(name: "ManagedAccessors", package: "quarry")]),
    ],
    swiftLanguageModes: [.v6]
)
