public import Foundation

// Conformances that Foundation has on Apple's systems and leaves out on Linux.

extension FileProtectionType: @retroactive _ObjectiveCBridgeable {
    /// The name as an object.
    ///
    ///     description.setOption(
    ///         FileProtectionType.complete as NSObject, forKey: NSPersistentStoreFileProtectionKey)
    public func _bridgeToObjectiveC() -> NSString { rawValue as NSString }

    /// Sets the protection that a text names.
    public static func _forceBridgeFromObjectiveC(
        _ source: NSString, result: inout FileProtectionType?
    ) { result = _unconditionallyBridgeFromObjectiveC(source) }

    /// Sets the protection that a text names; every text names one.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSString, result: inout FileProtectionType?
    ) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(source)
        return true
    }

    /// The protection that a text names, the empty one for nil.
    public static func _unconditionallyBridgeFromObjectiveC(
        _ source: NSString?
    ) -> FileProtectionType { FileProtectionType(rawValue: source as String? ?? "") }
}

extension CGFloat: @retroactive _ObjectiveCBridgeable {
    /// The number as an object: `width as NSNumber`.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    /// Sets the number of an object, nil where it is not exact.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
        result = (source as? Double).map { CGFloat($0) }
    }

    /// Sets the number of an object, nil where it is not exact, as for `Double`.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSNumber, result: inout CGFloat?
    ) -> Bool {
        _forceBridgeFromObjectiveC(source, result: &result)
        return result != nil
    }

    /// The number of an object, zero for nil.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }
}
