import SQLiteEngine
import Stores
import Testing

/// SQLite's settings by name, as a store of objects is opened with them.
@Suite struct ObjectStoreOptionsTests {
    private func engine(_ pragmas: [String: String]) -> SQLiteOptions {
        var options = ObjectStoreOptions()
        options.pragmas = pragmas
        return options.engine
    }

    @Test(
        arguments: [
            ("-1024", 1 << 20), ("500", 500 * 4_096), ("-16384", 16 << 20), ("1", 4_096),
        ])
    func `a cache is so many pages, or kilobytes where it is negative`(size: String, bytes: Int) {
        let options = engine(["Cache_Size": size])
        #expect(options.cacheBytes == bytes && options.writerCacheBytes == bytes)
    }

    @Test(arguments: ["0", "", "many", "9223372036854775807", "-9223372036854775808"])
    func `a size that is none changes nothing`(size: String) {
        #expect(engine(["cache_size": size]) == engine([:]))
    }
}
