import RecordJSON

extension WireMembers {
    /// A member that may be missing; nil is not written.
    @inline(__always)
    @discardableResult
    mutating func member<T: WireMemberValue>(
        _ name: StaticString, _ value: inout T?
    ) throws(WireError) -> Bool {
        try visit(
            name, isLate: false, isWritten: value != nil,
            read: { reader throws(WireError) in
                value = try T.read(&reader, name)
                return value != nil
            },
            write: { value?.write(to: &$0) })
    }

    /// A member that is always written; `null` leaves the value as it is.
    @inline(__always)
    @discardableResult
    mutating func member<T: WireMemberValue>(
        _ name: StaticString, _ value: inout T, isWritten: Bool = true
    ) throws(WireError) -> Bool {
        try visit(
            name, isLate: false, isWritten: isWritten,
            read: { reader throws(WireError) in
                guard let new = try T.read(&reader, name) else { return false }
                value = new
                return true
            },
            write: { value.write(to: &$0) })
    }

    /// A member that is written unless it has the value that its absence means.
    @inline(__always)
    mutating func member<T: WireMemberValue & Equatable>(
        _ name: StaticString, _ value: inout T, unless absent: T
    ) throws(WireError) {
        _ = try visit(
            name, isLate: false, isWritten: value != absent,
            read: { reader throws(WireError) in
                value = try T.read(&reader, name) ?? absent
                return true
            },
            write: { value.write(to: &$0) })
    }

    /// A member that a text must have.
    @inline(__always)
    mutating func required<T: WireMemberValue>(
        _ name: StaticString, _ value: inout T
    ) throws(WireError) {
        try require(try member(name, &value), name)
    }

    /// A member that has another name too: that is read, and written only where it is wanted;
    /// `null` leaves the value as it is.
    @inline(__always)
    mutating func alias<T: WireMemberValue>(
        _ name: StaticString, _ value: inout T?, isWritten: Bool = false
    ) throws(WireError) {
        _ = try visit(
            name, isLate: false, isWritten: isWritten && value != nil,
            read: { reader throws(WireError) in
                value = try T.read(&reader, name) ?? value
                return true
            },
            write: { value?.write(to: &$0) })
    }

    /// A member with a reader and a writer of its own.
    @inline(__always)
    @discardableResult
    mutating func member<T>(
        _ name: StaticString, _ value: inout T, isLate: Bool = false, isWritten: Bool = true,
        reading: (inout WireReader) throws(WireError) -> T?,
        writing: (T, inout JSONWriter) -> Void
    ) throws(WireError) -> Bool {
        try visit(
            name, isLate: isLate, isWritten: isWritten,
            read: { reader throws(WireError) in
                guard let new = try reading(&reader) else { return false }
                value = new
                return true
            },
            write: { writing(value, &$0) })
    }

    /// An object inside the object, which a writer leaves out where it has no members.
    @discardableResult
    mutating func object(
        _ name: StaticString, _ body: (inout Self) throws(WireError) -> Void
    ) throws(WireError) -> Bool {
        try object(name, isWritten: true, body)
    }

    /// A number of results, greater than 0.
    mutating func limit(_ name: StaticString, _ value: inout Int?) throws(WireError) {
        try member(
            name, &value, isWritten: value != nil,
            reading: { reader throws(WireError) in try reader.limit(name.description) },
            writing: { $1.append(integer: Int64($0 ?? 0)) })
    }

    /// Seconds to wait: a whole number where they are whole.
    mutating func seconds(_ name: StaticString, _ value: inout Double?) throws(WireError) {
        try member(
            name, &value, isWritten: value != nil,
            reading: { reader throws(WireError) in
                try reader.double(name.description).map { WireError.wait($0) }
            },
            writing: { $1.append(seconds: $0 ?? 0) })
    }

    /// One of a few words; others are refused.
    mutating func known<T: WireWord>(
        _ name: StaticString, _ value: inout T
    ) throws(WireError) -> Bool {
        try member(
            name, &value,
            reading: { reader throws(WireError) in
                guard let text = try reader.text(name.description) else { return nil }
                guard let known = T(wireName: text) else {
                    throw .badRequest(
                        "BadRequestException: Unexpected input: no such \(name): "
                            + text.prefix(40))
                }
                return known
            },
            writing: { $1.append(text: $0.wireName) })
    }

    // MARK: Lists

    /// The items of a request, which must have them; they are read last.
    mutating func items<T: WireObject>(
        _ name: StaticString, _ list: inout [T]
    ) throws(WireError) {
        try items(
            name, &list,
            of: { reader throws(WireError) in try T(from: &reader, name) },
            writing: { $0.write(to: &$1) })
    }

    /// The items of a request, with a reader and a writer of their own.
    mutating func items<T>(
        _ name: StaticString, _ list: inout [T],
        of element: (inout WireReader) throws(WireError) -> T,
        writing: (T, inout JSONWriter) -> Void
    ) throws(WireError) {
        try require(
            try elements(name, &list, isLate: true, WireError.itemLimit, element, writing), name)
    }

    /// The entries of a reply.
    mutating func entries<T: WireObject>(
        _ name: StaticString, _ list: inout [T]
    ) throws(WireError) {
        try entries(
            name, &list,
            of: { reader throws(WireError) in try T(from: &reader, name) },
            writing: { $0.write(to: &$1) })
    }

    /// The entries of a reply, with a reader and a writer of their own.
    mutating func entries<T>(
        _ name: StaticString, _ list: inout [T],
        of element: (inout WireReader) throws(WireError) -> T,
        writing: (T, inout JSONWriter) -> Void
    ) throws(WireError) {
        _ = try elements(name, &list, isLate: false, .max, element, writing)
    }

    /// The elements of a list; gives whether the list was there.
    private mutating func elements<T>(
        _ name: StaticString, _ list: inout [T], isLate: Bool, _ limit: Int,
        _ element: (inout WireReader) throws(WireError) -> T,
        _ writing: (T, inout JSONWriter) -> Void
    ) throws(WireError) -> Bool {
        try visit(
            name, isLate: isLate, isWritten: true,
            read: { reader throws(WireError) in
                list = try reader.list(name, atMost: limit, of: element)
                return true
            },
            write: { $0.append(array: list) { writing($1, &$0) } })
    }
}

extension WireReader {
    /// The elements of an array; none of `null`.
    mutating func list<T>(
        _ name: StaticString, atMost limit: Int = .max,
        of element: (inout WireReader) throws(WireError) -> T
    ) throws(WireError) -> [T] {
        var list: [T] = []
        try elements(name.description, atMost: limit) { reader throws(WireError) in
            list.append(try element(&reader))
        }
        return list
    }
}
