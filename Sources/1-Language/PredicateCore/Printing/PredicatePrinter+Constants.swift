import Foundation

extension PredicatePrinter {
    /// Prints a constant.
    mutating func print(_ value: Value) {
        switch value {
        case .null: write("nil")
        case .int(let number): write(String(number))
        case .double(let number):
            if let literal = ConstantForm.literal(number, exact: isExact) {
                write(literal)
            } else {
                cast(ConstantForm.text(unwritable: number), "NSNumber")
            }
        case .decimal(let number):
            if let literal = ConstantForm.literal(number, exact: isExact) {
                write(literal)
            } else {
                cast(number.description, "NSDecimalNumber")
            }
        case .text(let text): quoted(text)
        case .date(let date): write("CAST(\(ConstantForm.seconds(date)), \"NSDate\")")
        case .bytes(let data): cast(data.base64EncodedString(), "NSData")
        case .uuid(let uuid): cast(uuid.uuidString, "NSUUID")
        case .url(let url): cast(url.absoluteString, "NSURL")
        case .reference(let reference): cast(ConstantForm.text(reference), "CKReference")
        case .location(let location): cast(ConstantForm.text(location), "CLLocation")
        case .asset(let asset): cast(ConstantForm.text(asset), "CKAsset")
        case .list(let members):
            write("{")
            list(members)
            write("}")
        case .dictionary(let members): dictionary(members)
        case .object(let object): write("<\(type(of: object.base))>")
        }
    }

    private mutating func cast(_ text: String, _ type: String) {
        write("CAST(")
        quoted(text)
        write(", \"\(type)\")")
    }

    private mutating func list(_ members: [Value]) {
        for (place, member) in members.enumerated() {
            if place > 0 { write(", ") }
            print(member)
        }
    }

    /// Prints `CAST({"key", value}, "NSDictionary")`, keys in order.
    private mutating func dictionary(_ members: [String: Value]) {
        write("CAST({")
        let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        list(sorted.flatMap { [.text($0.key), $0.value] })
        write("}, \"NSDictionary\")")
    }

    /// Prints text in double quotes; what cannot be seen is written as an escape.
    mutating func quoted(_ text: String) {
        write("\"")
        if text.utf8.contains(where: { $0 == 34 || $0 == 92 || $0 < 32 || $0 == 127 }) {
            for scalar in text.unicodeScalars { escaped(scalar) }
        } else {
            write(text)
        }
        write("\"")
    }

    private mutating func escaped(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": write("\\\"")
        case "\\": write("\\\\")
        case "\n": write("\\n")
        case "\r": write("\\r")
        case "\t": write("\\t")
        case _ where scalar.value < 32 || scalar.value == 127:
            write(String(format: "\\u%04x", scalar.value))
        default: write(String(scalar))  // A character that can be seen.
        }
    }
}
