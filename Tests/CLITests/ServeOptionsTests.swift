#if Server
import Foundation
import TestFiles
import Testing

@Suite struct `Options of a server's commands` {
    private let tool = Tool()

    @Test func `take no empty text for a directory`() throws {
        for command in [
            "serve --port 0", "backup --to b", "restore b --replace", "accounts users list",
        ] {
            let outcome = try tool.shell("quarry \(command) --directory \"$UNSET\"")
            #expect(outcome.status == 2, "\(command): \(outcome.errors)")
            #expect(outcome.errors.contains("--directory is empty; it names a directory."))
        }
        #expect(try tool.shell("quarry backup --directory s --to \"$UNSET\"").status == 2)
    }
}
#endif
