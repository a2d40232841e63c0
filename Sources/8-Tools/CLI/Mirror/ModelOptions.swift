import ArgumentParser

/// Which model, and which part of it.
struct ModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The model: an .xcdatamodeld, .xcdatamodel, .momd or .mom, or a store that keeps its "
                + "model.", valueName: "file"),
        completion: .file())
    var model: String

    @Option(
        help: ArgumentHelp(
            "The configuration whose store is mirrored; all entities without it.",
            valueName: "name"))
    var configuration: String?

    @Option(help: ArgumentHelp("The version; the current one without it.", valueName: "name"))
    var modelVersion: String?

    /// The model of the options.
    func file() throws -> ModelFile { try ModelFile(model, version: modelVersion) }
}
