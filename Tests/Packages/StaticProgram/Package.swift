// swift-tools-version: 6.1
import PackageDescription

// A program with Swift's runtime linked in that names key paths before `main`, as the accessors of
// managed objects do: other libraries may not have begun then. `Scripts/check-packages` runs it.
let package = Package(
    name: "StaticProgram",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "quarry", path: "../../..")],
    targets: [
        .target(name: "CBefore"),
        .executableTarget(
            name: "StaticProgram",
            dependencies: [
                "CBefore", .product(name: "CoreLocation", package: "quarry"),
                .product(name: "FoundationPredicates", package: "quarry"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
