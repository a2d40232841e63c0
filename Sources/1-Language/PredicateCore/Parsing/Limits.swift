/// How deep a predicate may be, so that no thread's stack is at risk.
///
///     let format = String(repeating: "NOT ", count: Limits.depth) + "a == 1"
///     try QueryPredicate(parsing: format)  // throws ParseError.Code.tooDeep
///
/// What is shallow is parsed, printed, compared and evaluated on the caller's stack, which may be
/// as small as the 512 KB of a thread that is not the main one; what is deeper goes on, on a thread
/// with a large stack of its own. The last to let go of a tree frees it on its own stack: a
/// thousand levels take some 200 KB of it.
public enum Limits {
    /// Levels of a tree that is parsed, archived or evaluated; what is deeper is an error.
    ///
    /// `a + b + c` has three. Chains of AND and OR are one level.
    public static let depth = 1000
    /// Brackets, signs and operators that may be open at one place of a format; functions and
    /// lists in braces count twice.
    ///
    /// Twice ``depth`` and a little, because a level of the tree is printed with at most one
    /// operator and one parenthesis: what is accepted is accepted again as it is printed.
    public static let nesting = 2 * depth + 4
    /// Levels of a predicate that a store of records is asked.
    public static let recordDepth = 100
    /// Levels of a predicate that a store of objects is asked.
    public static let objectDepth = 200

    /// The nesting of a format that is parsed on the caller's stack: a debug build takes some
    /// 270 KB for it.
    static let shallowNesting = 100
    /// The levels of a format that is parsed on the caller's stack.
    static let shallowDepth = 100
}
