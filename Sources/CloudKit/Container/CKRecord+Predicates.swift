public import FoundationPredicates
public import PredicateCore

extension CKRecord: PredicateValueConvertible {
    /// The record as a constant of predicates: a reference to it.
    public var predicateValue: Value { recordID.predicateValue }
}
