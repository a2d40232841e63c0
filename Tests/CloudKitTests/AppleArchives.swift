import Foundation

/// Archives in the shape in which Apple's CloudKit writes them, with values made up.
///
/// Real ones are read too, where they are at hand.
enum AppleArchives {
    /// A whole record, as `NSKeyedArchiver.archivedData(withRootObject:)` writes it.
    static let wholeRecord = archive(
        top: ["root": uid(1)],
        objects: [
            text("$null"),
            dictionary(
                systemFields.merging([
                    "$class": uid(30), "ValueStore": uid(17), "EncryptedValueStore": uid(27),
                    "PluginFields": uid(0), "ZoneishKeyID": uid(0), "PCSKeyID": uid(0),
                ]) { _, new in new }),
        ] + systemObjects + [
            /* 17 */ dictionary([
                "ChangedKeys": uid(25), "OriginalValues": uid(24), "RecordValues": uid(18),
                "$class": uid(26),
            ]),
            /* 18 */ dictionary([
                "NS.keys": list([uid(19), uid(21)]), "NS.objects": list([uid(20), uid(22)]),
                "$class": uid(23),
            ]),
            text("age"), integer(26), text("name"), text("Ada Example"),
            /* 23 */ type("NSMutableDictionary", "NSDictionary"),
            dictionary(["NS.keys": list([]), "NS.objects": list([]), "$class": uid(23)]),
            dictionary(["NS.objects": list([]), "$class": uid(29)]),
            /* 26 */ type("CKRecordValueStore"),
            dictionary([
                "ChangedKeys": uid(25), "OriginalValues": uid(24), "RecordValues": uid(24),
                "$class": uid(28),
            ]),
            /* 28 */ type("CKEncryptedRecordValueStore", "CKRecordValueStore"),
            type("NSMutableSet", "NSSet"),
            type("CKRecord"),
        ])

    /// What `encodeSystemFields(with:)` writes: the same keys at the top.
    static let recordWithoutFields = archive(
        top: systemFields, objects: [text("$null"), text("unused")] + systemObjects)

    /// A record whose zone is a record name that has itself for a zone.
    static let endless = archive(
        top: systemFields,
        objects: [text("$null"), text("unused"), text("Person")]
            + [dictionary(["$class": uid(8), "RecordName": uid(4), "ZoneID": uid(3)])]
            + systemObjects.dropFirst(2))

    /// System fields in which one part at a time stands for another.
    static let damaged: [Data] = systemFields.keys.sorted().flatMap { key in
        [0, 2, 3, 5, 7, 9, 900].map { place in
            archive(
                top: systemFields.merging([key: uid(place)]) { _, new in new },
                objects: [text("$null"), text("unused")] + systemObjects)
        }
    }

    /// System fields in which an object's class is a text, nothing, or beyond the end.
    static let classless: [Data] = [2, 0, 900].map { place in
        archive(
            top: systemFields,
            objects: [text("$null"), text("unused")]
                + systemObjects.map { $0.replacing(uid(8), with: uid(place)) })
    }

    /// A change token.
    static let changeToken = archive(
        top: ["root": uid(1)],
        objects: [
            text("$null"), dictionary(["$class": uid(4), "ChangeTokenData": uid(2)]),
            dictionary(["NS.data": "<data>AQAAAWPa1DUC</data>", "$class": uid(3)]),
            type("NSMutableData", "NSData"), type("CKServerChangeToken"),
        ])

    /// Keys of a record without its fields; the numbers are places in `systemObjects`.
    private static let systemFields = [
        "RecordType": uid(2), "RecordID": uid(3), "RecordCtime": uid(9), "RecordMtime": uid(11),
        "CreatorUserRecordID": uid(12), "LastModifiedUserRecordID": uid(14), "ETag": uid(16),
        "ModifiedByDevice": uid(0), "KnownToServer": "<true/>", "WasCached": "<false/>",
        "Permission": integer(1), "ParentReference": uid(0), "ShareReference": uid(0),
        "HasUpdatedParentReference": "<false/>", "HasUpdatedShareReference": "<false/>",
        "PreviousParentReference": uid(0), "PreviousShareReference": uid(0),
        "ProtectionData": uid(0), "URL": uid(0), "ConflictLoserEtags": uid(0),
    ]

    /// Places 2 to 16.
    private static let systemObjects = [
        text("Person"),
        dictionary(["$class": uid(8), "RecordName": uid(4), "ZoneID": uid(5)]),
        text("ada"),
        /* 5 */ dictionary(["ZoneName": uid(6), "ownerName": uid(13), "$class": uid(7)]),
        text("Notes"), type("CKRecordZoneID"), type("CKRecordID"),
        /* 9 */ dictionary(["NS.time": "<real>547826405.465</real>", "$class": uid(10)]),
        type("NSDate"),
        dictionary(["NS.time": "<real>547826453.433</real>", "$class": uid(10)]),
        /* 12 */ dictionary(["$class": uid(8), "RecordName": uid(13), "ZoneID": uid(15)]),
        text("__defaultOwner__"),
        dictionary(["$class": uid(8), "RecordName": uid(13), "ZoneID": uid(15)]),
        /* 15 */ dictionary(["ZoneName": uid(6), "ownerName": uid(13), "$class": uid(7)]),
        text("jh3gjmdt"),
    ]

    // MARK: Property lists as text

    private static func archive(top: [String: String], objects: [String]) -> Data {
        let list = dictionary([
            "$version": integer(100_000), "$archiver": text("NSKeyedArchiver"),
            "$top": dictionary(top), "$objects": self.list(objects),
        ])
        return Data("<?xml version=\"1.0\"?><plist version=\"1.0\">\(list)</plist>".utf8)
    }

    private static func text(_ text: String) -> String { "<string>\(text)</string>" }
    private static func integer(_ number: Int) -> String { "<integer>\(number)</integer>" }
    private static func uid(_ place: Int) -> String { dictionary(["CF$UID": integer(place)]) }
    private static func list(_ members: [String]) -> String {
        "<array>\(members.joined())</array>"
    }
    private static func dictionary(_ entries: [String: String]) -> String {
        "<dict>\(entries.map { "<key>\($0.key)</key>\($0.value)" }.joined())</dict>"
    }
    private static func type(_ name: String, _ parents: String...) -> String {
        dictionary([
            "$classname": text(name),
            "$classes": list(([name] + parents + ["NSObject"]).map { text($0) }),
        ])
    }
}
