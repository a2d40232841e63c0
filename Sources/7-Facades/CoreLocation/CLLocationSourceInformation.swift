public import Foundation

/// From where a position comes.
///
///     if location.sourceInformation?.isSimulatedBySoftware == true { return }
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked: nothing changes after init.

    /// Whether software made the position up.
    public let isSimulatedBySoftware: Bool
    /// Whether a device beside this one measured the position.
    public let isProducedByAccessory: Bool

    /// From where a position comes.
    public init(
        softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool
    ) {
        isSimulatedBySoftware = isSoftware
        isProducedByAccessory = isAccessory
    }

    /// Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocationSourceInformation else { return false }
        return isSimulatedBySoftware == other.isSimulatedBySoftware
            && isProducedByAccessory == other.isProducedByAccessory
    }

    /// A hash in accord with equality.
    open override var hash: Int {
        (isSimulatedBySoftware ? 1 : 0) + (isProducedByAccessory ? 2 : 0)
    }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Takes part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// Reads what an archive holds; false for what it does not.
    public required init?(coder: NSCoder) {
        isSimulatedBySoftware = coder.decodeBool(forKey: Key.software)
        isProducedByAccessory = coder.decodeBool(forKey: Key.accessory)
    }

    /// Writes both properties to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(isSimulatedBySoftware, forKey: Key.software)
        coder.encode(isProducedByAccessory, forKey: Key.accessory)
    }

    private enum Key {
        static let software = "IsSimulatedBySoftware"
        static let accessory = "IsProducedByAccessory"
    }
}
