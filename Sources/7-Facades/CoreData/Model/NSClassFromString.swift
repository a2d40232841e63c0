import Foundation

/// The class of a name that an entity has.
///
///     let type = NSClassFromString(entity.managedObjectClassName) as? NSManagedObject.Type
///     let object = type?.init(context: context)
///
/// Models name a class without its module, as Xcode writes `@objc(Item)` before it. Foundation on Linux
/// looks for such a name among its own classes alone; this finds the classes of managed objects that are
/// registered or that the program has used. Foundation's function takes a `String`, and is chosen for one:
/// this one is called with `managedObjectClassName` and other optional texts.
public func NSClassFromString(_ aClassName: String?) -> AnyClass? {
    guard let aClassName else { return nil }
    let parts = aClassName.split(separator: ".", omittingEmptySubsequences: false).count
    // Foundation has classes of some names without a module, as `Unit`.
    if parts == 1, let type = ManagedRegistry.objectClass(named: aClassName) { return type }
    // A name with a module is exact. Foundation writes to standard error for one of more parts.
    if parts <= 2, let type = Foundation.NSClassFromString(aClassName) { return type }
    return ManagedRegistry.objectClass(named: aClassName)
}
