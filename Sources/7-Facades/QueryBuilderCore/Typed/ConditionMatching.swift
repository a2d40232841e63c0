import PredicateCore

/// The property lies in a range, both ends included: `1...3 ~= \.quantity`.
public func ~= <Root, Property: Comparable>(
    range: ClosedRange<Property>, path: KeyPath<Root, Property>
) -> Condition<Root> {
    Condition(path, in: range)
}

/// The property lies in a range without its upper end.
public func ~= <Root, Property: Comparable>(
    range: Range<Property>, path: KeyPath<Root, Property>
) -> Condition<Root> {
    Condition(path, in: range)
}

/// The property lies in a range, both ends included: `0.5...1 ~= \.rating`; a missing value does not.
public func ~= <Root, Property: Comparable>(
    range: ClosedRange<Property>, path: KeyPath<Root, Property?>
) -> Condition<Root> {
    Condition(path, in: range)
}

/// The property lies in a range without its upper end; a missing value does not.
public func ~= <Root, Property: Comparable>(
    range: Range<Property>, path: KeyPath<Root, Property?>
) -> Condition<Root> {
    Condition(path, in: range)
}

/// The property is one of several: `["red", "green"] ~= \.colour`.
public func ~= <Root, Property: Equatable>(
    values: [Property], path: KeyPath<Root, Property>
) -> Condition<Root> {
    Condition(path, .in, values)
}

extension KeyPath where Value == String {
    /// The text begins so: `(\Person.name).begins(with: "A")`.
    public func begins(with text: String) -> Condition<Root> { Condition(self, .beginsWith, text) }
    /// The text ends so.
    public func ends(with text: String) -> Condition<Root> { Condition(self, .endsWith, text) }
    /// The text has this inside.
    public func contains(_ text: String) -> Condition<Root> { Condition(self, .contains, text) }
    /// The text fits a pattern with `*` and `?`.
    public func isLike(_ pattern: String) -> Condition<Root> { Condition(self, .like, pattern) }
}

extension KeyPath where Value == String? {
    /// The text begins so: `(\Person.nick).begins(with: "A")`.
    public func begins(with text: String) -> Condition<Root> { Condition(self, .beginsWith, text) }
    /// The text ends so.
    public func ends(with text: String) -> Condition<Root> { Condition(self, .endsWith, text) }
    /// The text has this inside.
    public func contains(_ text: String) -> Condition<Root> { Condition(self, .contains, text) }
    /// The text fits a pattern with `*` and `?`.
    public func isLike(_ pattern: String) -> Condition<Root> { Condition(self, .like, pattern) }
}
