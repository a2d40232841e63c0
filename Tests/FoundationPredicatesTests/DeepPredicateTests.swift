import Foundation
import FoundationPredicates
import PredicateCore
import Testing

/// Predicates built by code, however deep, on a stack of half a megabyte.
@Suite struct `Deep predicates` {
    private func onSmallStack<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: body()) }
            thread.stackSize = 512 * 1024
            thread.start()
        }
    }

    /// NOT of NOT of …; an even number of them.
    private static func negations(_ count: Int) -> NSPredicate {
        var predicate: NSPredicate = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "a"),
            rightExpression: NSExpression(forConstantValue: 1), modifier: .direct, type: .equalTo)
        for _ in 0..<count {
            predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
        }
        return predicate
    }

    @Test func `a thousand levels are asked, printed, archived and read again`() async {
        let problem = await onSmallStack { () -> String? in
            do {
                let deep = Self.negations(996)
                guard try deep.matches(["a": 1]) else { return "does not hold" }
                guard NSPredicate(format: deep.predicateFormat) == deep else { return "format" }
                let data = try NSKeyedArchiver.archivedData(
                    withRootObject: deep, requiringSecureCoding: true)
                let read = try NSKeyedUnarchiver.unarchivedObject(
                    ofClass: NSCompoundPredicate.self, from: data)
                guard read == deep, read?.hash == deep.hash else { return "archive" }
                guard try read?.matches(["a": 2]) == false else { return "holds" }
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(problem == nil)
    }

    @Test func `a hundred thousand levels are an error, and are freed`() async {
        let message = await onSmallStack { () -> String in
            let deep = Self.negations(100_000)
            do {
                return "\(try deep.matches(["a": 1]))"
            } catch {
                return "\(error)"
            }
        }
        #expect(message.contains("nested deeper than \(Limits.depth) levels"))
    }

    @Test func `chains joined one by one are one level, whatever their length`() async {
        let holds = await onSmallStack { () -> Bool in
            var all = NSPredicate(format: "a == 1")
            for number in 0..<2000 {
                all = NSCompoundPredicate(andPredicateWithSubpredicates: [
                    all, NSPredicate(format: "a != %d", number + 2),
                ])
            }
            return (try? all.matches(["a": 1])) ?? false
        }
        #expect(holds)
    }

    @Test func `expressions of any depth are an error or a value`() async {
        let answers = await onSmallStack { () -> [String] in
            [900, 100_000].map { count in
                var sum = NSExpression(forKeyPath: "a")
                for _ in 0..<count {
                    sum = NSExpression(
                        forFunction: "add:to:",
                        arguments: [sum, NSExpression(forConstantValue: 1)])
                }
                do {
                    return try sum.value(for: ["a": 1]).map { "\($0)" } ?? "nil"
                } catch {
                    return "\(error)"
                }
            }
        }
        #expect(answers[0] == "901")
        #expect(answers[1].contains("nested deeper than \(Limits.depth) levels"))
    }
}
