import Foundation
import ObjectCore

/// How often a save is tried again whose conflicts a merge policy solves.
///
/// Ten times, for a policy that solves nothing. A row that others have saved since the last attempt says
/// nothing about the policy: such attempts go on for half a minute.
struct SavePatience {
    private var left = 10
    private var tries = 0
    private let deadline = Date(timeIntervalSinceNow: 30)
    /// What the store had at the last attempt.
    private var versions: [ObjectKey: Int64] = [:]

    /// Whether a save that failed is tried again; waits a moment where many save the same rows.
    mutating func goesOn(after failure: ObjectSaveFailure) -> Bool {
        var stored: [ObjectKey: Int64] = [:]
        for conflict in failure.conflicts { stored[conflict.key] = conflict.row?.version }
        let others = stored.contains { key, version in
            versions[key].map { $0 != version } ?? false
        }
        versions = stored
        tries += 1
        if !others { left -= 1 }
        guard left > 0, tries < 10 || Date() < deadline else { return false }
        if tries > 3 {
            Thread.sleep(forTimeInterval: .random(in: 0...0.002 * Double(min(tries, 10))))
        }
        return true
    }
}
