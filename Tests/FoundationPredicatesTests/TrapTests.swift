import Foundation
import FoundationPredicates
import Testing

private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

@Suite struct `What stops the program` {
    @Test func `a format that is not a predicate, with Apple's text and the place`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = NSPredicate(format: "age BETWEEN AND %d", 4)
        }
        let said = text(result)
        #expect(said.contains("Unable to parse the format string \"age BETWEEN AND %d\""))
        #expect(said.contains("  age BETWEEN AND %d\n              ^"))
        #expect(said.contains("TrapTests.swift"))
    }

    @Test func `a format with too few arguments`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = NSPredicate(format: "age > %d AND name == %@", 4)
        }
        #expect(text(result).contains("Unable to parse the format string"))
    }

    @Test func `a key that an object has not, naming class and key`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            struct Cat { var name = "Tom" }
            _ = NSPredicate(format: "wings == 2").evaluate(with: Cat())
        }
        #expect(text(result).contains("Cat"))
        #expect(text(result).contains("wings"))
    }

    @Test func `an expression asked for a part of another kind`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = NSExpression(forConstantValue: 1).keyPath
        }
        #expect(text(result).contains("has no key path"))
    }

    @Test func `an unknown function, a variable without a value, an expression that is none`() async
    {
        await #expect(processExitsWith: .failure) {
            _ = NSExpression(forFunction: "sin:", arguments: [])
        }
        await #expect(processExitsWith: .failure) {
            _ = NSPredicate(format: "a == $b").withSubstitutionVariables([:])
        }
        await #expect(processExitsWith: .failure) { _ = NSExpression(format: "1 == 1") }
    }
}

@Suite struct `The doors that throw` {
    @Test(arguments: ["", "age", "age BETWEEN", "a == 'x", "x CONATINS 0", "(a == 1", "a == %@"])
    func `a bad format is an error with a place`(format: String) {
        #expect { try NSPredicate(parsing: format) } throws: {
            "\($0)".hasPrefix("Unable to parse the format string \"\(format)\"")
        }
    }

    @Test func `a good format is a predicate of its class`() throws {
        #expect(try NSPredicate(parsing: "a == %d", 1) is NSComparisonPredicate)
        #expect(try NSPredicate(parsing: "a == %@", argumentArray: [1]).predicateFormat == "a == 1")
        #expect(try NSCompoundPredicate(parsing: "a == 1 OR b == 2").subpredicates.count == 2)
        #expect(try NSExpression(parsing: "%K + 1", "a").description == "a + 1")
    }

    @Test func `a format of another kind is a predicate of the class that is named`() throws {
        let pattern = NSCompoundPredicate(format: "SELF MATCHES %@", "[a-z]+")
        #expect(pattern.evaluate(with: "abc") && !pattern.evaluate(with: "ABC"))
        #expect(pattern == NSPredicate(format: "SELF MATCHES %@", "[a-z]+"))
        #expect(pattern.compoundPredicateType == .and && pattern.subpredicates.count == 1)
        let template = NSCompoundPredicate(format: "a == $A").withSubstitutionVariables(["A": 1])
        #expect(template.predicateFormat == "a == 1")
        #expect(NSCompoundPredicate(format: "TRUEPREDICATE").evaluate(with: nil))
        let both = NSComparisonPredicate(format: "a == %@ AND b == %@", 1, 2)
        #expect(both.evaluate(with: ["a": 1, "b": 2]) && !both.evaluate(with: ["a": 1, "b": 3]))
        #expect(both.predicateFormat == "a == 1 AND b == 2")
        let sides = NSComparisonPredicate(
            leftExpression: both.leftExpression, rightExpression: both.rightExpression,
            modifier: both.comparisonPredicateModifier, type: both.predicateOperatorType)
        #expect(sides.evaluate(with: ["a": 1, "b": 2]) && !sides.evaluate(with: ["a": 1, "b": 3]))
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [both, pattern])
        #expect(either.predicateFormat == "(a == 1 AND b == 2) OR SELF MATCHES \"[a-z]+\"")
        for predicate in [pattern, both] {
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: predicate, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: type(of: predicate), from: data)
            #expect(read == predicate)
        }
    }

    @Test func `a format of which the class has no object is an error that says what to write`() {
        final class Rule: NSCompoundPredicate {}
        #expect {
            try NSComparisonPredicate(parsing: "TRUEPREDICATE")
        } throws: {
            "\($0)".contains("make an NSPredicate of it, or write 1 == 1.")
        }
        #expect {
            try Rule(parsing: "a == %@", argumentArray: [1])
        } throws: {
            "\($0)".contains("not of Rule: make an NSPredicate of it")
        }
    }

    @Test func `asking throws what has no answer`() throws {
        let predicate = NSPredicate(format: "age < 'x'")
        #expect(throws: (any Error).self) { try predicate.matches(["age": 3]) }
        #expect(try NSPredicate(format: "age < 4").matches(["age": 3]))
        #expect(throws: (any Error).self) {
            try NSExpression(format: "1 / a").value(for: ["a": "x"])
        }
        #expect(try NSExpression(format: "1 / a").value(for: ["a": 0]) == nil)
        #expect(throws: (any Error).self) { try NSPredicate(format: "a == $b").filledIn([:]) }
    }
}
