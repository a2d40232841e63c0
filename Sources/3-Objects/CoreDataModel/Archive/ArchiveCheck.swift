package import Foundation

/// What is known of a keyed archive of others before Foundation reads it.
///
/// Foundation on Linux stops the program at a class that is not allowed, and follows an object that
/// holds itself until the stack ends: see `_isClassAllowed` and `_decodeObject` in the file
/// `NSKeyedUnarchiver.swift` of swift-corelibs-foundation.
package enum ArchiveCheck {
    /// Whether bytes are an archive of objects of some classes, with some levels and parts at most,
    /// each part counted as often as it is referred to.
    package static func isPlain(
        _ data: Data, of classes: Set<String>, levels: Int, parts: Int
    ) -> Bool {
        // Bytes that are no archive are not plain.
        guard let graph = try? KeyedGraph(data) else { return false }
        return graph.hasClasses && graph.isPlain(of: classes, levels: levels, parts: parts)
    }

    /// Whether every object of an archive names a class, and none holds itself, nor others more than
    /// some levels deep; bytes in which no archive is found have no levels, unless they keep it from
    /// being found.
    package static func isWithin(levels: Int, _ data: Data) -> Bool {
        do throws(ModelArchiveError) {
            let graph = try KeyedGraph(data)
            return graph.hasClasses && graph.isWithin(levels: levels)
        } catch {
            return error != BinaryPropertyList.repeated
        }
    }
}
