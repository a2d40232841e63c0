import Foundation
import ObjectCore
import Testing

@Suite struct `Numbers of integer attributes` {
    @Test(
        arguments: [
            ("12.9", 12), ("-12.9", -12), ("0.1", 0), ("9223372036854775807.5", .max),
            ("-9223372036854775808", .min),
        ] as [(String, Int64)])
    func `are those of a decimal without its fraction`(text: String, whole: Int64) throws {
        let number = try #require(Decimal(string: text))
        #expect(AttributeType.integer64.normalized(.decimal(number)) == .int(whole))
    }

    @Test(arguments: ["9223372036854775808", "-9223372036854775809", "1e30"])
    func `are none of a decimal that 64 bits do not hold`(text: String) throws {
        let number = try #require(Decimal(string: text))
        #expect(AttributeType.integer64.normalized(.decimal(number)) == .decimal(number))
    }

    @Test func `that are too large are an error of a batch update`() throws {
        let company = try Company()
        let employee = try #require(company.model.entity(named: "Employee"))
        let update = try BatchUpdate(
            company.store, entity: employee.number,
            values: ["salary": try QueryExpression(parsing: "salary * 1e30")])
        let error = #expect(throws: EvaluationError.self) {
            try update.run(try company.query("Employee"))
        }
        #expect(error?.code == .arithmetic)
        #expect(try company.value(company.ann, "salary") == 50)
    }
}

@Suite struct `Numbers of decimal attributes` {
    @Test(arguments: ["19.99", "0.007", "123456.789"])
    func `have the digits of a floating-point number`(text: String) throws {
        let number = try #require(Double(text))
        let decimal = try #require(Decimal(string: text))
        #expect(AttributeType.decimal.normalized(.double(number)) == .decimal(decimal))
    }

    @Test(arguments: [Double.infinity, -.infinity])
    func `are none of what is infinite`(number: Double) {
        #expect(AttributeType.decimal.normalized(.double(number)) == .double(number))
    }
}
