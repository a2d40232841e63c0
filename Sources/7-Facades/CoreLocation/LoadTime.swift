import Foundation
import FoundationPredicates
import PredicateCore

/// Runs when the program is loaded.
///
/// An archive names the class `CLLocation`, and the unarchiver must know it before the program
/// has touched the class: on Linux names without a module are looked up in Foundation alone.
@used
@section(".init_array")
private let atLoad: @convention(c) () -> Void = {
    NSKeyedUnarchiver.setClass(CLLocation.self, forClassName: "CLLocation")
    NSKeyedArchiver.setClassName("CLLocation", for: CLLocation.self)
    ValueObjects.register { value in
        if case .location(let place) = value { CLLocation(place) } else { nil }
    }
}
