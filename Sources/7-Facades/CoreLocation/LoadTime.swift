import CSwiftRuntime
import Foundation
import FoundationPredicates
import PredicateCore

/// Runs when the program is loaded.
@used
@section(".init_array")
private let atLoad: @convention(c) () -> Void = {
    ArchivedClasses.coreLocation.register()
    ValueObjects.register { value in
        if case .location(let place) = value { CLLocation(place) } else { nil }
    }
}

/// Classes by the names that archives have for them.
///
/// An archive names the class `CLLocation`, and on Linux the unarchiver looks names without a module
/// up in Foundation alone. So they are registered when the program is loaded. Where Swift's runtime
/// is linked into the program, the seeds of hashes are drawn after that, and names that were kept
/// before are lost: the first object of the module registers them.
package struct ArchivedClasses {
    private let classes: [(name: String, type: AnyClass)]

    fileprivate static var coreLocation: ArchivedClasses {
        ArchivedClasses([("CLLocation", CLLocation.self)])
    }
    /// Registered again by the first location.
    static let registered: Void = coreLocation.register()

    package init(_ classes: [(name: String, type: AnyClass)]) { self.classes = classes }

    package func register() {
        guard hashesAreSeeded() else { return }
        for (name, type): (String, AnyClass) in classes
        where NSKeyedUnarchiver.class(forClassName: name) == nil {
            NSKeyedUnarchiver.setClass(type, forClassName: name)
            // Without effect in Swift 6.3, whose archiver looks the name up under another key than
            // it was kept under: archives say `CloudKit.CKRecord` and give `CKRecord` as what to
            // fall back to.
            NSKeyedArchiver.setClassName(name, for: type)
        }
    }
}
