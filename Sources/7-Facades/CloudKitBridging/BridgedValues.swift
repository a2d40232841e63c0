public import CloudKitValues
public import Foundation

// What bridging to Objective-C does on Apple's systems: at run time every value that a field may
// hold is a `__CKRecordObjCValue`, so that `value as? __CKRecordObjCValue` finds text and numbers.
//
// No module imports this one, and CloudKit links it. Programs do not see these conformances when
// they are compiled: members of their extensions of `__CKRecordObjCValue` would land on `String`
// and `Int64` beside members of the same name.

extension String: __CKRecordObjCValue {}
extension Bool: __CKRecordObjCValue {}
extension Int: __CKRecordObjCValue {}
extension Int8: __CKRecordObjCValue {}
extension Int16: __CKRecordObjCValue {}
extension Int32: __CKRecordObjCValue {}
extension Int64: __CKRecordObjCValue {}
extension UInt: __CKRecordObjCValue {}
extension UInt8: __CKRecordObjCValue {}
extension UInt16: __CKRecordObjCValue {}
extension UInt32: __CKRecordObjCValue {}
extension UInt64: __CKRecordObjCValue {}
extension Double: __CKRecordObjCValue {}
extension Float: __CKRecordObjCValue {}
extension CGFloat: __CKRecordObjCValue {}
extension Date: __CKRecordObjCValue {}
extension Data: __CKRecordObjCValue {}
extension Array: __CKRecordObjCValue where Element: CKRecordValueProtocol {}
