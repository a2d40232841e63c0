import Foundation

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
        NSSortDescriptor.self, NSUUID.self,
    ]

    /// The object of a key; nil where there is none or one of another kind.
    func object<Decoded>(_ key: String, as type: Decoded.Type = Decoded.self) -> Decoded? {
        guard containsValue(forKey: key) else { return nil }
        return decodeObject(of: NSCoder.archived, forKey: key) as? Decoded
    }

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
