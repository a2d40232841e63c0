// swift-tools-version: 6.1
import PackageDescription

// A package of another author that asks `canImport(CoreLocation)`, beside this package's module of
// that name: it compiles and works. `Scripts/check-packages` builds it and runs its tests.
let package = Package(
    name: "CustomDumpBesideQuarry",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "quarry", path: "../../.."),
        .package(
            url: "https://github.com/pointfreeco/swift-custom-dump", exact: "1.7.3", traits: []),
    ],
    targets: [
        .testTarget(
            name: "CustomDumpLocationTests",
            dependencies: [
                .product(name: "CoreLocation", package: "quarry"),
                .product(name: "CustomDump", package: "swift-custom-dump"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
