public import Foundation

// On Apple's systems every object may be a variable argument, and Swift's own types become their
// objects on the way. Swift on Linux leaves these conformances out; without them `date as CVarArg`
// does not compile and `value as! CVarArg` stops the program.

extension NSObject: @retroactive CVarArg {
    /// The address of the object as the only word.
    public var _cVarArgEncoding: [Int] {
        [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())]
    }
}

/// A Swift type that travels as an object of Foundation.
///
///     let day = Date(timeIntervalSinceReferenceDate: 1500)
///     let later = NSPredicate(format: "born > %@", day as CVarArg)
///     later.evaluate(with: ["born": Date(timeIntervalSinceReferenceDate: 2000)])  // true
///     withVaList([day]) { NSPredicate(format: "born > %@", arguments: $0) } == later  // true
///
/// Dates, UUIDs, data, URLs, decimals, arrays, sets and dictionaries adopt it.
public protocol ObjectArgument: _CVarArgObject {
    /// The object that stands for it.
    var argumentObject: NSObject { get }
}

extension ObjectArgument {
    /// The object to keep alive while the argument list is in use.
    public var _cVarArgObject: any CVarArg { argumentObject }

    /// The address of a fresh object, which is kept for good.
    ///
    /// Reached only by callers that ignore `_cVarArgObject`, and then a small leak is better than
    /// a dangling address.
    public var _cVarArgEncoding: [Int] {
        [Int(bitPattern: Unmanaged.passRetained(argumentObject).toOpaque())]
    }
}

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {
    /// The date as an object.
    public var argumentObject: NSObject { self as NSDate }
}

extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {
    /// The identifier as an object.
    public var argumentObject: NSObject { self as NSUUID }
}

extension Data: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {
    /// The bytes as an object.
    public var argumentObject: NSObject { self as NSData }
}

extension URL: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {
    /// The locator as an object.
    public var argumentObject: NSObject { self as NSURL }
}

extension Decimal: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {
    /// The number as an object.
    public var argumentObject: NSObject { NSDecimalNumber(decimal: self) }
}

extension Array: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {
    /// The array as an object.
    public var argumentObject: NSObject { NSArray(array: self) }
}

extension Set: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {
    /// The set as an object.
    public var argumentObject: NSObject { NSSet(set: self) }
}

extension Dictionary: @retroactive CVarArg, @retroactive _CVarArgObject, ObjectArgument {
    /// The dictionary as an object.
    public var argumentObject: NSObject { NSDictionary(dictionary: self as [AnyHashable: Any]) }
}
