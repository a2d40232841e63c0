/// How deep a predicate may be, so that no thread's stack is at risk.
///
/// Chosen so that a debug build parses, prints, compares, hashes and frees the deepest accepted
/// predicate on a thread of 512 KB; the deepest takes some 430 KB to parse and 240 KB to
/// compare.
public enum Limits {
    /// Brackets, signs and operators that may be open at one place of a format; functions and
    /// lists in braces count twice.
    ///
    /// Twice ``depth`` and a little, because a level of the tree is printed with at most one
    /// operator and one parenthesis: what is accepted is accepted again as it is printed.
    public static let nesting = 204
    /// Levels of the parsed tree.
    ///
    /// `a + b + c` has three. Chains of AND and OR are one level.
    public static let depth = 100
}
