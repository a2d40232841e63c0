import Foundation
import PredicateCore
import Testing

/// Runs on a thread with the stack that a Mac gives those which are not the main one: half a
/// megabyte.
func onSmallStack<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = 512 * 1024
        thread.start()
    }
}

/// A thousand levels, on a stack of half a megabyte.
@Suite struct `Depth` {
    private static let formats: [@Sendable (Int) -> String] = [
        { String(repeating: "NOT (", count: $0) + "a == 1" + String(repeating: ")", count: $0) },
        { "a" + String(repeating: " + 1", count: $0) + " == 1" },
        {
            String(repeating: "(1 + ", count: $0) + "a" + String(repeating: ")", count: $0)
                + " > 0"
        },
        { String(repeating: "-", count: $0) + "a == 1" },
    ]

    @Test(arguments: 0..<4)
    func `a thousand levels are parsed, printed, compared and evaluated`(_ number: Int) async {
        let format = Self.formats[number]
        let problem = await onSmallStack { () -> String? in
            do {
                let deep = try QueryPredicate(parsing: format(Limits.depth - 3))
                let again = try QueryPredicate(parsing: deep.format)
                guard deep == again, deep.hashValue == again.hashValue else { return "not equal" }
                guard deep.freeVariables.isEmpty else { return "variables" }
                _ = try deep.substituting(["x": 1])
                let object: Value = .dictionary(["a": 1])
                for _ in 0..<3 { _ = try deep.matches(object) }
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(problem == nil)
    }

    @Test func `what is deeper is an error that says so`() async {
        for format in Self.formats {
            let code = await onSmallStack { () -> ParseError.Code? in
                do throws(ParseError) {
                    _ = try QueryPredicate(parsing: format(Limits.depth + 100))
                    return nil
                } catch {
                    return error.code
                }
            }
            #expect(code == .tooDeep)
        }
    }

    @Test func `variables deep inside get their values`() throws {
        var deep = try QueryPredicate(parsing: "a == $x")
        for _ in 0..<(Limits.depth - 10) { deep = .not(deep) }
        #expect(deep.freeVariables == ["x"])
        let filled = try deep.substituting(["x": 1])
        #expect(filled.freeVariables.isEmpty)
        #expect(try filled.matches(.dictionary(["a": 1])))
        #expect(deep != filled)
    }

    @Test func `levels are counted up to a limit`() throws {
        #expect(try QueryPredicate(parsing: "NOT a == 1").levels(atMost: 3) == 3)
        #expect(try QueryPredicate(parsing: "NOT a == 1").levels(atMost: 2) == nil)
        #expect(try QueryExpression(parsing: "a + b + c").levels(atMost: 10) == 3)
    }
}
