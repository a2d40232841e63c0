public import Foundation

// Where most programs keep their tokens, by key-value coding, which Foundation has not on Linux.

extension UserDefaults {
    /// Sets a value, or removes it for nil, as `set(_:forKey:)` does.
    ///
    ///     UserDefaults.standard.setValue(true, forKey: "isZoneCreated")
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// Sets several values; `NSNull` removes one.
    public func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    /// The value of a key, as `object(forKey:)` gives it.
    public func value(forKey key: String) -> Any? { object(forKey: key) }
}
