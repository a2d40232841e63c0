package import Foundation
import RecordCore

/// A device of a user that writes into a zone of Core Data's mirrors, as far as the service saw it.
///
/// Records say which user changed them, not which device: the service notes it beside them.
package struct MirrorDevice: Hashable, Sendable {
    /// The record name of the user.
    package var user: String
    /// The name of the device or the program, as sessions have it.
    package var name: String
    /// When it first wrote there.
    package var first: Date
    /// When it last wrote there.
    package var last: Date
    /// How many records it saved there, each save counted.
    package var saves: Int
    /// How many records it deleted there.
    package var deletions: Int
}

extension MirrorDevice {
    /// What was noted of a device; nil of other bytes.
    init?(user: String, name: String, data: Data) {
        var reader = ByteReader(data)
        guard let first = try? reader.date(), let last = try? reader.date(),
            let saves = try? reader.integer(), let deletions = try? reader.integer()
        else { return nil }
        self.init(
            user: user, name: name, first: first, last: last, saves: Int(saves),
            deletions: Int(deletions))
    }

    /// What is kept; user and name are in the key.
    var data: Data {
        var writer = ByteWriter()
        writer.write(first)
        writer.write(last)
        writer.write(Int64(saves))
        writer.write(Int64(deletions))
        return writer.data
    }

    /// With what it did later.
    func adding(_ other: MirrorDevice) -> MirrorDevice {
        MirrorDevice(
            user: user, name: name, first: min(first, other.first), last: max(last, other.last),
            saves: saves + other.saves, deletions: deletions + other.deletions)
    }
}

extension ZoneID {
    /// What the names of zones begin with in which `NSPersistentCloudKitContainer` keeps objects.
    package static let mirrorPrefix = "com.apple.coredata.cloudkit."

    /// Whether Core Data's mirrors keep objects in the zone.
    package var isMirrored: Bool { name.hasPrefix(ZoneID.mirrorPrefix) }
}
