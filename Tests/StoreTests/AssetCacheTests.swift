import Foundation
import Testing

@testable import SQLStorage

@Suite struct `A cache of assets` {
    @Test func `creates again a file that another program removed`() throws {
        let cache = AssetCache()
        var fills = 0
        func file() throws -> URL {
            try cache.file("abc", size: 3) { write in
                fills += 1
                try write(Data("abc".utf8))
            }
        }
        let first = try file()
        #expect(try file() == first)
        #expect(fills == 1)
        try FileManager.default.removeItem(at: first)
        #expect(try Data(contentsOf: file()) == Data("abc".utf8))
        #expect(fills == 2)
    }
}
