import Foundation

/// The name of a method, as Apple's systems write it.
///
///     NSSortDescriptor(key: "name", ascending: true, selector: Selector("localizedCompare:"))
///
/// There is no method behind it on Linux: functions that take a selector know some of its names.
/// `#selector` needs the Objective-C runtime and cannot be written here.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, with its colons.
    let name: String

    /// The selector of a name.
    public init(_ name: String) { self.name = name }

    /// The selector of a name.
    public init(stringLiteral value: String) { self.name = value }

    /// The name, with its colons.
    public var description: String { name }
}

/// The selector of a name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

/// The name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.name }
