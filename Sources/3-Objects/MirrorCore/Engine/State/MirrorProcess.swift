import Foundation

/// A process as other processes with the same store name it.
package struct MirrorProcess: Hashable, Sendable {
    /// The name of its program.
    package var program: String
    /// Its number on its machine.
    package var number: Int32
    /// The name of its machine.
    package var host: String

    /// Creates a description of a process.
    package init(program: String, number: Int32, host: String) {
        self.program = program
        self.number = number
        self.host = host
    }

    /// The process that runs this.
    package static let current = MirrorProcess(
        program: ProcessInfo.processInfo.processName,
        number: ProcessInfo.processInfo.processIdentifier, host: hostName)

    /// The machine's own name: `ProcessInfo.hostName` asks name servers, which may take seconds.
    private static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
