/// How deep a predicate may be, so that no thread's stack is at risk.
///
/// Chosen so that a debug build parses, prints, compares, hashes and frees the deepest accepted
/// predicate on a thread of 512 KB, with room to spare for evaluation.
public enum Limits {
    /// Brackets, `NOT`, functions and operators that may be open at one place of a format.
    public static let nesting = 200
    /// Levels of the parsed tree: `1 + 1 + 1` has three. Chains of AND and OR are one level.
    public static let depth = 250
}
