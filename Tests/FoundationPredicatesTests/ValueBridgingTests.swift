import Foundation
import FoundationPredicates
import PredicateCore
import Testing

private enum Colour: String { case red }
private struct Unhashable { var x = 1 }

@Suite struct `Values of a program as constants` {
    @Test func `numbers keep their value and their kind`() {
        #expect(Value(bridging: true) == .int(1))
        #expect(Value(bridging: NSNumber(value: false)) == .int(0))
        #expect(Value(bridging: Int8(-3)) == .int(-3))
        #expect(Value(bridging: UInt64.max) == .decimal(Decimal(UInt64.max)))
        #expect(Value(bridging: NSNumber(value: UInt64.max)) == .decimal(Decimal(UInt64.max)))
        #expect(Value(bridging: NSNumber(value: Int64.max)) == .int(.max))
        #expect(Value(bridging: Float(0.5)) == .double(0.5))
        #expect(Value(bridging: CGFloat(0.25)) == .double(0.25))
        if case .double = Value(bridging: NSNumber(value: 2.0)) {
        } else {
            Issue.record("not double")
        }
        if case .int = Value(bridging: NSNumber(value: 2)) {} else { Issue.record("not int") }
        let third = Decimal(string: "0.333")!
        #expect(Value(bridging: NSDecimalNumber(decimal: third)) == .decimal(third))
        #expect(Value(bridging: third) == .decimal(third))
    }

    @Test func `text, dates, identifiers, locators and bytes in both forms`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let id = UUID()
        let url = try #require(URL(string: "https://example.org/a"))
        let pairs: [(Any, Value)] = [
            ("a", .text("a")), (NSString("a"), .text("a")),
            (NSMutableString(string: "a"), .text("a")),
            ("abc".dropFirst(), .text("bc")), (Character("x"), .text("x")),
            (date, .date(date)), (date as NSDate, .date(date)),
            (id, .uuid(id)), (id as NSUUID, .uuid(id)), (url, .url(url)), (url as NSURL, .url(url)),
            (Data([1]), .bytes(Data([1]))), (NSData(data: Data([1])), .bytes(Data([1]))),
            (Colour.red, .text("red")), (AnyHashable(3), .int(3)),
        ]
        for (any, value) in pairs { #expect(Value(bridging: any) == value, "\(type(of: any))") }
    }

    @Test func `nil in every disguise`() {
        for null in [nil, NSNull(), String?.none as Any, String??.some(.none) as Any] as [Any?] {
            #expect(Value(bridging: null) == .null)
        }
        #expect(Value(bridging: Int?.some(3) as Any) == .int(3))
    }

    @Test func `collections of both worlds`() {
        let list = Value.list([.int(1), .text("a"), .null])
        #expect(Value(bridging: [1, "a", nil] as [Any?]) == list)
        #expect(Value(bridging: NSArray(array: [1, "a", NSNull()])) == list)
        #expect(Value(bridging: NSOrderedSet(array: [1, 2])) == .list([.int(1), .int(2)]))
        #expect(Value(bridging: Set([1])) == .list([.int(1)]))
        #expect(Value(bridging: NSSet(array: ["x"])) == .list([.text("x")]))
        let map = Value.dictionary(["a": .int(1), "b": .list([.text("x")])])
        #expect(Value(bridging: ["a": 1, "b": ["x"]] as [String: Any]) == map)
        #expect(Value(bridging: NSDictionary(dictionary: ["a": 1, "b": ["x"]])) == map)
        #expect(Value(bridging: [1: "x"]) == .dictionary(["1": .text("x")]))
    }

    @Test func `sets with the same members are equal, whatever order they iterate in`() throws {
        for count in 2...40 {
            let numbers = Array(0..<count)
            let (up, down) = (Set(numbers), NSMutableSet())
            for number in numbers.reversed() { down.add(number) }
            #expect(NSPredicate(format: "%@ == %@", up, down).evaluate(with: nil))
            #expect(
                NSPredicate(format: "x == %@", up).predicateFormat
                    == "x == {\(numbers.map(String.init).joined(separator: ", "))}")
        }
        struct Note { var tags: Set<String> }
        let tags = Set((0..<20).map { "tag \($0)" })
        let same = NSPredicate(format: "tags == %@", Set(tags.sorted()))
        #expect(same.evaluate(with: Note(tags: tags)))
        #expect(!same.evaluate(with: Note(tags: tags.union(["x"]))))
        let objects = (0..<20).map { _ in NSObject() }
        let all = NSPredicate(format: "SELF == %@", NSSet(array: objects.reversed()))
        #expect(all.evaluate(with: NSSet(array: objects)))
        #expect(!all.evaluate(with: NSSet(array: Array(objects.dropLast()))))
        #expect(!NSPredicate(format: "%@ == {2, 1}", Set([1, 2])).evaluate(with: nil))
    }

    @Test func `objects are themselves`() {
        let object = NSObject()
        #expect(Value(bridging: object) == Value(bridging: object))
        #expect(Value(bridging: object) != Value(bridging: NSObject()))
        #expect(Value(bridging: object).bridged as? NSObject === object)
        #expect(Value(bridging: Unhashable()).bridged is Unhashable)
    }

    @Test func `collections nested without end are cut`() {
        var deep: Any = 1
        for _ in 0..<1000 { deep = [deep] }
        var depth = 0
        var value = Value(bridging: deep)
        while case .list(let members) = value, let member = members.first {
            depth += 1
            value = member
        }
        #expect(depth == 100)
        #expect(value == .null)
    }

    @Test func `values come back as what Swift code casts`() {
        #expect(Value.int(3).bridged as? Int == 3)
        #expect(Value.int(3).bridged as? Double == 3)
        #expect(Value.int(1).bridged as? Bool == true)
        #expect(Value.double(2.5).bridged as? Double == 2.5)
        #expect(Value.text("a").bridged as? NSString == "a")
        #expect(Value.list([.int(1), .int(2)]).bridged as? [Int] == [1, 2])
        #expect((Value.list([.null]).bridged as? [Any])?.first is NSNull)
        #expect(Value.dictionary(["a": .int(1)]).bridged as? [String: Int] == ["a": 1])
        #expect(Value.decimal(Decimal(2)).bridged as? Decimal == 2)
        #expect(Value.null.bridged == nil)
    }

    @Test func `a framework's own objects stand for what they mean, both ways`() {
        struct Place: PredicateValueConvertible {
            var predicateValue: Value { .location(Location(latitude: 1, longitude: 2)) }
        }
        let expression = NSExpression(forConstantValue: Place())
        #expect(
            expression.queryExpression
                == .constant(.location(Location(latitude: 1, longitude: 2))))
        #expect(expression.constantValue is Place)
        ValueObjects.register { value in
            if case .location(let place) = value, place.latitude == 77 { "the north" } else { nil }
        }
        #expect(
            Value.location(Location(latitude: 77, longitude: 0)).bridged as? String == "the north")
        // Other places stay what they are, or what another module makes of them.
        #expect(!(Value.location(Location(latitude: 1, longitude: 0)).bridged is String))
    }
}
