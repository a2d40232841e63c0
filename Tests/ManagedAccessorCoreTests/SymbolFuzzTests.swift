import Foundation
import TestFiles
import Testing

@testable import ManagedAccessorCore

/// The compiler, where it is at hand.
private let compiler: URL? = {
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return paths.map { URL(fileURLWithPath: "\($0)/swiftc") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
}()

/// Programs to compare; `QUARRY_FUZZ` makes it more.
private let programs =
    Int(ProcessInfo.processInfo.environment["QUARRY_FUZZ"] ?? "") ?? 6

@Suite(.enabled(if: compiler != nil)) struct SymbolFuzzTests {
    private let folder = TemporaryFolder()

    @Test func `the symbols of random sources are those of the compiler`() throws {
        let compiler = try #require(compiler)
        var names = 0
        var compiled = 0
        for seed in 0..<programs {
            var fuzz = SymbolFuzz(seed: UInt64(seed) + 1)
            let module = fuzz.pick(SymbolFuzz.modules)
            let file = folder.file(
                fuzz.pick(["model.swift", "A.swift", "Item+CoreDataProperties.swift"]))
            let text = fuzz.source(module: module)
            try text.write(to: file, atomically: true, encoding: .utf8)
            guard let theirs = try symbols(of: file, module: module, compiler: compiler) else {
                continue  // A source that the compiler refuses says nothing.
            }
            let made = Generator(
                module: module, sources: [Generator.Source(file: file.path, text: text)]
            ).run()
            #expect(made.diagnostics.isEmpty, "seed \(seed)")
            // Setters that are private and not used are left out by the compiler.
            let different = made.symbols.symmetricDifference(theirs).filter { symbol in
                theirs.contains(symbol) || !(symbol.contains("LL") && symbol.hasSuffix("vs"))
            }
            #expect(different.isEmpty, "seed \(seed): \(different.sorted().prefix(4))")
            names += theirs.count
            compiled += 1
        }
        #expect(compiled * 2 > programs)
        print("\(names) symbols of \(compiled) programs compared")
    }

    /// The symbols that the compiler leaves to be defined.
    private func symbols(of file: URL, module: String, compiler: URL) throws -> Set<String>? {
        let run = try Program.run(
            compiler.path,
            [
                "-emit-silgen", "-module-name", module, "-parse-as-library", "-swift-version", "5",
                file.path,
            ], errors: .dropped)
        guard run.status == 0 else { return nil }
        var found: Set<String> = []
        for piece in run.output.components(separatedBy: "dynamically_replacable] @").dropFirst() {
            found.insert(String(piece.prefix { !$0.isWhitespace }))
        }
        return found
    }
}
