import Testing

@testable import ObjectCore

@Suite struct ObjectConstantsTests {
    @Test func `an object between brackets gets its other key`() {
        func element(of row: Int64) -> QueryExpression {
            let object = ObjectValue(StoredObject(ObjectKey(entity: 1, row: row)))
            return .index(.keyPath(QueryKeyPath("lookup")), .value(.constant(.object(object))))
        }
        let constants = ObjectConstants { ObjectKey(entity: $0.entity, row: $0.row + 1) }
        let asked = constants.rewrite(element(of: 1))
        #expect(asked == element(of: 2))
        #expect(asked != element(of: 1))
    }
}
