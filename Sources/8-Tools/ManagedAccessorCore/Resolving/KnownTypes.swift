import Foundation

/// Types that are in no source at hand: those of the standard library, of Foundation, and of the
/// module CoreData.
enum KnownTypes {
    /// The type of a name; nil where it is not known.
    static func type(named name: String) -> MangledType? { plain[name] }

    /// The type of which a generic name makes others: `Set` for `Set<Note>`.
    static func generic(named name: String) -> MangledType? { generics[name] }

    private static let generics: [String: MangledType] = {
        var table: [String: MangledType] = [:]
        for (name, code) in [
            ("Array", "Sa"), ("Dictionary", "SD"), ("Set", "Sh"), ("Range", "Sn"),
            ("ClosedRange", "SN"),
        ] { table[name] = .shorthand(code, name: name) }
        return table
    }()

    private static let plain: [String: MangledType] = {
        var table: [String: MangledType] = [
            "Any": .any, "AnyObject": .anyObject, "Void": .void,
            "TimeInterval": .shorthand("Sd", name: "Double"),
            "Float64": .shorthand("Sd", name: "Double"), "Float32": .shorthand("Sf", name: "Float"),
        ]
        for (name, code) in [
            ("Int", "Si"), ("UInt", "Su"), ("Double", "Sd"), ("Float", "Sf"), ("Bool", "Sb"),
            ("String", "SS"), ("Character", "SJ"), ("Substring", "Ss"),
        ] { table[name] = .shorthand(code, name: name) }
        for name in [
            "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "AnyHashable",
        ] { table[name] = nominal("Swift", name, "V") }
        for name in [
            "NSManagedObject", "NSManagedObjectID", "NSManagedObjectContext",
            "NSManagedObjectModel", "NSPersistentStore",
        ] { table[name] = nominal("CoreData", name, "C") }
        for type in foundation {
            if let found = learned(type) { table[found.name] = found.type }
        }
        return table
    }()

    private static func nominal(_ module: String, _ name: String, _ kind: Character) -> MangledType
    {
        .nominal(NominalType(module: module, path: [NominalType.Step(name: name, kind: kind)]))
    }

    /// Where a type of Foundation lives differs between versions (Foundation, or
    /// FoundationEssentials below it), so this toolchain is asked: `20FoundationEssentials4DateV`.
    private static func learned(_ type: any Any.Type) -> (name: String, type: MangledType)? {
        guard let symbol = _mangledTypeName(type) else { return nil }
        let digits = symbol.prefix { $0.isNumber }
        let rest = symbol.dropFirst(digits.count)
        guard let length = Int(digits), let kind = symbol.last else { return nil }
        let name = String(describing: type)
        return (name, nominal(String(rest.prefix(length)), name, kind))
    }

    private static let foundation: [any Any.Type] = [
        Date.self, UUID.self, Data.self, URL.self, Decimal.self, IndexSet.self, IndexPath.self,
        TimeZone.self, Locale.self, Calendar.self, DateComponents.self, DateInterval.self,
        PersonNameComponents.self, CharacterSet.self, Notification.self, URLComponents.self,
        URLQueryItem.self, AttributedString.self, CGFloat.self, CGPoint.self, CGSize.self,
        CGRect.self,
        NSObject.self, NSNumber.self, NSDecimalNumber.self, NSString.self, NSMutableString.self,
        NSDate.self, NSData.self, NSMutableData.self, NSURL.self, NSUUID.self, NSSet.self,
        NSMutableSet.self, NSCountedSet.self, NSOrderedSet.self, NSMutableOrderedSet.self,
        NSArray.self, NSMutableArray.self, NSDictionary.self, NSMutableDictionary.self,
        NSIndexSet.self, NSValue.self, NSAttributedString.self, NSMutableAttributedString.self,
        NSLocale.self, NSTimeZone.self, NSCalendar.self, NSNull.self, NSError.self,
        NSCharacterSet.self, NSIndexPath.self, NSDateComponents.self,
    ]
}
