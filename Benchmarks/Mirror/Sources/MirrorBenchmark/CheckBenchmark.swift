import Foundation

/// `quarry schema check` of a model with 60 entities against its own schema.
enum CheckBenchmark {
    static func run() async throws {
        guard let binary = ProcessInfo.processInfo.environment["QUARRY_BINARY"] else {
            return print("(QUARRY_BINARY names no tool)")
        }
        try await withFolder { folder in
            let model = folder.appendingPathComponent("Big.xcdatamodel")
            try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
            try text.write(
                to: model.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
            let schema = folder.appendingPathComponent("big.ckdb").path
            let made = try tool(binary, ["schema", "generate", "--model", model.path])
            try made.output.write(toFile: schema, atomically: true, encoding: .utf8)
            var times: [Double] = []
            for _ in 0..<21 {
                let run = try tool(
                    binary, ["schema", "check", "--model", model.path, "--against", schema])
                precondition(run.status == 0, run.output)
                times.append(run.seconds)
            }
            print(
                "schema check of 60 entities of 12 attributes: "
                    + "\((median(times) * 1000).places(0)) ms, with the start of the program")
        }
    }

    private static func tool(
        _ binary: String, _ arguments: [String]
    ) throws -> (seconds: Double, output: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: binary)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        let start = DispatchTime.now().uptimeNanoseconds
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9,
            String(decoding: data, as: UTF8.self), process.terminationStatus
        )
    }

    private static var text: String {
        let types = ["String", "Integer 64", "Double", "Date", "Boolean", "Binary"]
        let entities = (0..<60).map { number in
            let attributes = (0..<12).map {
                "<attribute name=\"a\($0)\" optional=\"YES\" attributeType=\"\(types[$0 % 6])\"/>"
            }
            let other = (number + 1) % 60
            return """
                <entity name="E\(number)" representedClassName="E\(number)" syncable="YES">
                \(attributes.joined(separator: "\n"))
                <relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" \
                destinationEntity="E\(other)" inverseName="last" inverseEntity="E\(other)"/>
                <relationship name="last" optional="YES" toMany="YES" deletionRule="Nullify" \
                destinationEntity="E\((number + 59) % 60)" inverseName="next" \
                inverseEntity="E\((number + 59) % 60)"/>
                </entity>
                """
        }
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" usedWithCloudKit="YES">
            \(entities.joined(separator: "\n"))
            </model>
            """
    }
}
