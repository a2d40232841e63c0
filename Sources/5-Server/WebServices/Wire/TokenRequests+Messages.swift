package import RecordJSON

extension TokenRequest: WireMessage {
    /// Reads the body of `tokens/create` or `tokens/register`; unknown members are skipped.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init()
        try reader.members("request") { reader, key throws(WireError) in
            switch key {
            case "apnsEnvironment": apnsEnvironment = try reader.text("apnsEnvironment")
            case "apnsToken": apnsToken = try reader.text("apnsToken")
            case "clientId", "clientID": clientID = try reader.text("clientId")
            default: try reader.skip()
            }
        }
    }

    /// Appends the body of `tokens/create` or `tokens/register`; what is nil is left out.
    package func write(to writer: inout JSONWriter) {
        writer.append(byte: UInt8(ascii: "{"))
        for (key, text) in [
            ("apnsEnvironment", apnsEnvironment), ("apnsToken", apnsToken),
            ("clientId", clientID),
        ] {
            guard let text else { continue }
            writer.append(key: key)
            writer.append(text: text)
            writer.append(byte: UInt8(ascii: ","))
        }
        writer.closeList()
        writer.append(byte: UInt8(ascii: "}"))
    }
}

extension TokenReply: WireMessage {
    /// Reads the reply of `tokens/create`; unknown members are skipped.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(apnsEnvironment: "", apnsToken: "", courierURL: "")
        try reader.members("reply") { reader, key throws(WireError) in
            switch key {
            case "apnsEnvironment": apnsEnvironment = try reader.text("apnsEnvironment") ?? ""
            case "apnsToken": apnsToken = try reader.text("apnsToken") ?? ""
            case "webcourierURL": courierURL = try reader.text("webcourierURL") ?? ""
            default: try reader.skip()
            }
        }
    }

    /// Appends the reply of `tokens/create`:
    /// `{"apnsEnvironment":…,"apnsToken":…,"webcourierURL":…}`.
    package func write(to writer: inout JSONWriter) {
        writer.append(raw: #"{"apnsEnvironment":"#)
        writer.append(text: apnsEnvironment)
        writer.append(member: #","apnsToken":"#, apnsToken)
        writer.append(member: #","webcourierURL":"#, courierURL)
        writer.append(byte: UInt8(ascii: "}"))
    }
}
