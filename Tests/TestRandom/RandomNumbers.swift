/// Numbers that are the same for the same seed on every machine (SplitMix64).
package struct RandomNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A sequence that depends on nothing but the seed.
    package init(seed: UInt64) { state = seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// True that often out of a hundred.
    package mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    /// One of these, of which there must be one.
    package mutating func pick<T>(_ choices: [T]) -> T {
        choices[Int.random(in: 0..<choices.count, using: &self)]
    }

    /// A whole number of a range.
    package mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }
}
