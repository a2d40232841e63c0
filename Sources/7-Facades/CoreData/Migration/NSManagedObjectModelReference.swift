public import Foundation

/// One version of a model, read when it is needed.
///
///     let v1 = NSManagedObjectModelReference(
///         name: "Notes 1", in: .main, versionChecksum: "kk8XL4OkE7gYLFHTrH6W+EhTw8w14uq1klkVRPiuiAk=")
///
/// The checksum is that of the model's ``NSManagedObjectModel/versionChecksum``: Apple's, from
/// `VersionInfo.plist` or Xcode's build log, for compiled models; for models that are built from an
/// `.xcdatamodeld` here, what that property says.
open class NSManagedObjectModelReference: NSObject {
    private enum Source {
        case model(NSManagedObjectModel)
        case file(URL)
        case name(String, Bundle?)
        case hashes([String: Data], Bundle?)
    }

    /// The checksum of the model.
    public let versionChecksum: String
    private let source: Source
    private var resolved: NSManagedObjectModel?

    /// A model that is at hand.
    public init(model: NSManagedObjectModel, versionChecksum: String) {
        source = .model(model)
        self.versionChecksum = versionChecksum
        super.init()
    }

    /// The model of a file: `.mom`, `.momd` or `.xcdatamodel`.
    public init(fileURL: URL, versionChecksum: String) {
        source = .file(fileURL)
        self.versionChecksum = versionChecksum
        super.init()
    }

    /// The model, or the version of one, that has a name in a bundle.
    ///
    /// - Parameters:
    ///   - modelName: The name of the model or of the version.
    ///   - bundle: Where it is; nil for the program's own. Models that the `ManagedAccessors`
    ///     plugin compiled into the program are found too.
    ///   - versionChecksum: The model's version checksum.
    public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
        source = .name(modelName, bundle)
        self.versionChecksum = versionChecksum
        super.init()
    }

    /// The model in a bundle whose entities have these version hashes.
    ///
    /// - Parameters:
    ///   - versionHash: The hash, a `Data`, of each entity by its name.
    ///   - bundle: Where it is; nil for the program's own.
    ///   - versionChecksum: The model's version checksum.
    public init(
        entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?,
        versionChecksum: String
    ) {
        source = .hashes(versionHash.named(Data.self), bundle)
        self.versionChecksum = versionChecksum
        super.init()
    }

    /// The model; stops the program, as Apple's exception does, where it is not to be had.
    ///
    /// A migration throws ``NSManagedObjectModelReferenceNotFoundError`` instead.
    open var resolvedModel: NSManagedObjectModel {
        do { return try resolve() } catch { raise(error.localizedDescription) }
    }

    /// The model.
    ///
    /// - Throws: ``NSManagedObjectModelReferenceNotFoundError`` where there is none, or none with
    ///   the checksum.
    func resolve() throws -> NSManagedObjectModel {
        if let resolved { return resolved }
        let found = candidates()
        guard let model = found.first(where: { $0.versionChecksum == versionChecksum }) else {
            let checksums = Set(found.map(\.versionChecksum)).sorted().joined(separator: ", ")
            throw NSError.coreData(
                NSManagedObjectModelReferenceNotFoundError,
                "The model reference \(placeName) has the checksum '\(versionChecksum)', and "
                    + (found.isEmpty
                        ? "no such model was found."
                        : "the model found has \(checksums). Write that, or the model's "
                            + "versionChecksum."))
        }
        resolved = model
        return model
    }

    private var placeName: String {
        switch source {
        case .model: "to a model of the program"
        case .file(let url): "to \(url.path)"
        case .name(let name, _): "to '\(name)'"
        case .hashes(let hashes, _): "to \(hashes.keys.sorted().joined(separator: ", "))"
        }
    }

    private func candidates() -> [NSManagedObjectModel] {
        switch source {
        case .model(let model): [model]
        case .file(let url): NSManagedObjectModel(contentsOf: url).map { [$0] } ?? []
        case .name(let name, let bundle): ModelLookup.models(named: name, in: bundle)
        case .hashes(let hashes, let bundle):
            (ModelLookup.files(in: bundle.map { [$0] }).flatMap(ModelLookup.versions(of:))
                + ManagedRegistry.allVersions()).filter { $0.entityVersionHashesByName == hashes }
        }
    }
}
