import RecordJSON
extension TokenRequest: WireObject {
    package static var blank: Self { Self() }

    /// The body of `tokens/create` or `tokens/register`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("apnsEnvironment", &apnsEnvironment)
        try m.member("apnsToken", &apnsToken)
        try m.member("clientId", &clientID)
        try m.alias("clientID", &clientID)
    }
}

extension TokenReply: ReplyObject {
    package static var blank: Self { Self(apnsEnvironment: "", apnsToken: "", courierURL: "") }

    /// The reply of `tokens/create`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("apnsEnvironment", &apnsEnvironment)
        try m.member("apnsToken", &apnsToken)
        try m.member("webcourierURL", &courierURL)
    }
}
