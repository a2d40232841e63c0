public import CoreLocation
public import Foundation

/// What a field of a record may hold.
///
/// Text, numbers, truth values, dates, bytes, positions, pointers to records, files, and arrays of
/// one of these; in their Swift form and as objects of Foundation. A conformance that a program
/// adds for a type of its own compiles and cannot be stored: setting such a value stops the
/// program.
///
///     record["title"] = "Lisbon"
///     record["visits"] = 3
///     record["tags"] = ["sea", "tram"]
///     record["photo"] = CKAsset(fileURL: file)
///     let visits = record["visits"] as? Int  // 3
public protocol CKRecordValueProtocol {}

/// What a field of a record may hold; the name of the first generation, for `"text" as CKRecordValue`.
public typealias CKRecordValue = CKRecordValueProtocol

/// What a field of a record may hold, as an object.
///
///     let object: __CKRecordObjCValue? = record["name"]
///     value as? __CKRecordObjCValue    // every value that a field may hold, text and numbers too
///
/// The compiler sees that Foundation's and CloudKit's classes conform, not that `String` and
/// `Int64` do: a member that a program adds in an extension does not land on them. At run time they
/// conform, as bridging makes them on Apple's systems.
public protocol __CKRecordObjCValue: CKRecordValueProtocol {}

extension String: CKRecordValueProtocol {}
extension Bool: CKRecordValueProtocol {}
extension Int: CKRecordValueProtocol {}
extension Int8: CKRecordValueProtocol {}
extension Int16: CKRecordValueProtocol {}
extension Int32: CKRecordValueProtocol {}
extension Int64: CKRecordValueProtocol {}
extension UInt: CKRecordValueProtocol {}
extension UInt8: CKRecordValueProtocol {}
extension UInt16: CKRecordValueProtocol {}
extension UInt32: CKRecordValueProtocol {}
extension UInt64: CKRecordValueProtocol {}
extension Double: CKRecordValueProtocol {}
extension Float: CKRecordValueProtocol {}
extension CGFloat: CKRecordValueProtocol {}
extension Date: CKRecordValueProtocol {}
extension Data: CKRecordValueProtocol {}
extension Array: CKRecordValueProtocol where Element: CKRecordValueProtocol {}

extension NSString: __CKRecordObjCValue {}
extension NSNumber: __CKRecordObjCValue {}
extension NSDate: __CKRecordObjCValue {}
extension NSData: __CKRecordObjCValue {}
extension NSArray: __CKRecordObjCValue {}

extension CLLocation: __CKRecordObjCValue {}
