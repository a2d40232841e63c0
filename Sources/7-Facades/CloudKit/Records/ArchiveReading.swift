import Foundation
import Synchronization

// Reading archives without asking for what is not there: a coder may take that for an error, and
// under the policy of older programs an error stops the program.
extension NSCoder {
    /// The classes that CloudKit's archives hold: asking for any of them and looking at what came
    /// out turns a wrong class into nil, where asking for the right one alone stops the program.
    private static let archived: [AnyClass] = [
        NSString.self, NSNumber.self, NSDate.self, NSData.self, NSURL.self, NSArray.self,
        NSDictionary.self, NSSet.self, NSNull.self, CLLocation.self, CKRecord.self,
        CKRecordID.self, CKRecordZoneID.self, CKReference.self, CKAsset.self,
        CKRecordZone.self, CKServerChangeToken.self, CKRecordValueStore.self,
        CKNotificationInfo.self, CKShareParticipant.self, CKUserIdentity.self,
        CKUserIdentityLookupInfo.self, NSPersonNameComponents.self, NSPredicate.self,
        NSSortDescriptor.self, NSUUID.self, CKContainerID.self,
    ]

    /// How many objects of ours are being read one inside the other.
    @TaskLocal private static var depth = 0

    /// The object of a key; nil where there is none, one of another kind, or one too deep inside
    /// others: an archive may contain itself.
    func object<Decoded>(_ key: String, as type: Decoded.Type = Decoded.self) -> Decoded? {
        if NSCoder.depth == 0 { preferErrors() }
        guard NSCoder.depth < 50, hasClasses, containsValue(forKey: key) else { return nil }
        return NSCoder.$depth.withValue(NSCoder.depth + 1) {
            decodeObject(of: NSCoder.archived, forKey: key) as? Decoded
        }
    }

    /// Makes damage an error, as it is on Apple's systems for an unarchiver made from data.
    ///
    /// On Linux it stops the program, unless another policy is set before anything is read;
    /// setting one later stops the program too. Whether anything was read is only known to the
    /// unarchiver's own flags; where they cannot be seen, the policy stays.
    private func preferErrors() {
        guard let unarchiver = self as? NSKeyedUnarchiver,
            unarchiver.decodingFailurePolicy == .raiseException,
            let flags = Mirror(reflecting: unarchiver).descendant("_flags", "rawValue") as? UInt,
            flags & 4 == 0
        else { return }
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
    }

    /// Whether every object of an archive names a class.
    ///
    /// Foundation on Linux stops the program where the class of an object is no dictionary, or an
    /// object has keys that are no text. Where the unarchiver's objects cannot be seen, they are
    /// taken for sound.
    private var hasClasses: Bool {
        guard let unarchiver = self as? NSKeyedUnarchiver else { return true }
        let last = NSCoder.checked.withLock { $0 }
        if last.unarchiver === unarchiver { return last.isSound }
        let objects = Mirror(reflecting: unarchiver).descendant("_objects") as? [Any] ?? []
        let isSound = objects.allSatisfy { object in
            guard object is [AnyHashable: Any] else { return true }
            guard let entries = object as? [String: Any] else { return false }
            guard let named = entries["$class"],
                let number = Mirror(reflecting: named).descendant("value") as? any BinaryInteger
            else { return true }
            guard let place = Int(exactly: number), objects.indices.contains(place) else {
                return false
            }
            return objects[place] is [String: Any]
        }
        let checked = CheckedArchive(unarchiver: unarchiver, isSound: isSound)
        NSCoder.checked.withLock { $0 = checked }
        return isSound
    }

    /// The archive that was looked at last: each of its keys asks.
    private static let checked = Mutex(CheckedArchive())

    /// The text of a key; nil where there is none.
    func text(_ key: String) -> String? { object(key, as: String.self) }

    /// The whole number of a key; 0 where there is none.
    func integer(_ key: String) -> Int {
        containsValue(forKey: key) ? decodeInteger(forKey: key) : 0
    }

    /// The truth value of a key; false where there is none.
    func bool(_ key: String) -> Bool {
        containsValue(forKey: key) ? decodeBool(forKey: key) : false
    }
}

/// An archive, and whether its objects all name a class.
private struct CheckedArchive: Sendable {
    // Only compared.
    nonisolated(unsafe) weak var unarchiver: NSKeyedUnarchiver?
    var isSound = true
}

extension NSObject {
    /// What Apple's systems call the class, for archives to fall back to.
    static var appleNames: [String] { [String(describing: self)] }
}
