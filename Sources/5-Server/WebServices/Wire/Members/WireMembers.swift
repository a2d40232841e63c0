package import RecordJSON

/// The members of a JSON object, visited in the order in which they are written.
///
/// A message names each member once, in ``WireObject/members(_:)``: a reader calls that function for
/// each member of a text, and once more at its end; a writer calls it once. So what is read and what
/// is written cannot disagree. A writer's visits throw nothing.
package protocol WireMembers {
    /// Visits one member.
    ///
    /// - Parameters:
    ///   - name: The member's name.
    ///   - isLate: Whether it is read after all others, wherever it is in the text, because they
    ///     decide what it means.
    ///   - isWritten: Whether a writer writes it.
    ///   - read: Reads the value, whatever it is; false of one that says nothing, such as `null`.
    ///   - write: Appends the value.
    /// - Returns: Whether the text has had the member so far, with a value that says something; at
    ///   the end that is what ``require(_:_:)`` wants to know. True when written.
    mutating func visit(
        _ name: StaticString, isLate: Bool, isWritten: Bool,
        read: (inout WireReader) throws(WireError) -> Bool,
        write: (inout JSONWriter) -> Void
    ) throws(WireError) -> Bool

    /// Visits a member that is an object; a writer leaves it out where it has no members.
    ///
    /// - Returns: Whether the text has had the member, or is given it.
    @discardableResult
    mutating func object(
        _ name: StaticString, isWritten: Bool, _ body: (inout Self) throws(WireError) -> Void
    ) throws(WireError) -> Bool

    /// Throws `BAD_REQUEST` at the end of a text that lacks a member.
    func require(_ isThere: Bool, _ name: StaticString) throws(WireError)
}

/// A message that is a JSON object.
///
///     extension DatabaseChangesRequest: WireObject {
///         package static var blank: Self { Self() }
///
///         package mutating func members(_ m: inout some WireMembers) throws(WireError) {
///             try m.limit("resultsLimit", &limit)
///             try m.member("syncToken", &token)
///         }
///     }
package protocol WireObject: WireMessage, WireMemberValue {
    /// What `{}` says.
    static var blank: Self { get }
    /// The message in errors about it as a whole: a request is `request`.
    static var objectName: StaticString { get }
    /// Visits every member, in the order in which they are written; members that are not named
    /// are passed over.
    mutating func members(_ m: inout some WireMembers) throws(WireError)
    /// Reads the object, or what stands for it.
    ///
    /// - Parameter name: Its name in errors.
    init(from reader: inout WireReader, _ name: StaticString) throws(WireError)
}

/// A message that a server sends.
package protocol ReplyObject: WireObject {}

extension WireObject {
    package static var objectName: StaticString { "request" }

    /// Reads the object; throws `BAD_REQUEST` with the name of a member that is not what it
    /// should be.
    package init(from reader: inout WireReader) throws(WireError) {
        try self.init(from: &reader, Self.objectName)
    }

    package init(from reader: inout WireReader, _ name: StaticString) throws(WireError) {
        self = Self.blank
        try MemberReader.read(&self, from: &reader, name)
    }

    package static func read(
        _ reader: inout WireReader, _ name: StaticString
    ) throws(WireError) -> Self? {
        try reader.null() ? nil : try Self(from: &reader, name)
    }

    /// Appends the object.
    package func write(to writer: inout JSONWriter) {
        writer.append(byte: UInt8(ascii: "{"))
        writeMembers(to: &writer)
        writer.append(byte: UInt8(ascii: "}"))
    }

    /// Appends the members alone, behind those that are there.
    func writeMembers(to writer: inout JSONWriter) {
        var members = MemberWriter()
        swap(&members.writer, &writer)
        var message = self
        do throws(WireError) {
            try message.members(&members)
        } catch {
            assertionFailure("A writer's visits throw nothing: \(error)")
        }
        swap(&members.writer, &writer)
    }
}

extension ReplyObject {
    package static var objectName: StaticString { "reply" }
}

/// Reads members: calls the declaration for each member of the text.
struct MemberReader: WireMembers {
    private var reader: WireReader
    private var key: JSONKey?
    /// Whether the member of this call has been read, or there is none.
    private var isTaken = true
    private var isAtEnd = false
    /// The number of the next visit in the declaration, and the numbers of those that were read.
    private var ordinal = 0
    private var seen: UInt64 = 0
    private var late: [(ordinal: Int, place: WireReader)] = []

    /// Reads the members of an object into a message.
    static func read<Object: WireObject>(
        _ object: inout Object, from reader: inout WireReader, _ name: StaticString
    ) throws(WireError) {
        var members = MemberReader(reader: reader)
        try reader.members(name.description) { reader, key throws(WireError) in
            members.begin(&reader, key, ordinal: 0)
            try object.members(&members)
            try members.end(&reader)
        }
        members.isAtEnd = true
        members.ordinal = 0
        try object.members(&members)
    }

    private init(reader: WireReader) { self.reader = reader }

    private mutating func begin(_ reader: inout WireReader, _ key: JSONKey, ordinal: Int) {
        self.reader = reader
        self.key = key
        self.ordinal = ordinal
        isTaken = false
    }

    private mutating func end(_ reader: inout WireReader) throws(WireError) {
        if !isTaken { try self.reader.skip() }
        isTaken = true
        reader = self.reader
    }

    /// Whether this call is about the member.
    @inline(__always)
    private mutating func takes(_ name: StaticString) -> Bool {
        guard !isTaken, let key, name ~= key else { return false }
        isTaken = true
        return true
    }

    mutating func visit(
        _ name: StaticString, isLate: Bool, isWritten: Bool,
        read: (inout WireReader) throws(WireError) -> Bool,
        write: (inout JSONWriter) -> Void
    ) throws(WireError) -> Bool {
        let number = ordinal
        ordinal += 1
        if takes(name) {
            if isLate {
                late.removeAll { $0.ordinal == number }
                late.append((number, try reader.pass()))
            } else {
                // The last of several counts.
                note(number, try read(&reader))
            }
        } else if isAtEnd, isLate, let index = late.firstIndex(where: { $0.ordinal == number }) {
            var place = late[index].place
            if try !place.null() { note(number, try read(&place)) }
        }
        return hasSeen(number)
    }

    @inline(__always)
    private mutating func note(_ number: Int, _ isThere: Bool) {
        let bit = 1 as UInt64 &<< UInt64(number)
        if isThere { seen |= bit } else { seen &= ~bit }
    }

    @inline(__always)
    private func hasSeen(_ number: Int) -> Bool { seen & (1 &<< UInt64(number)) != 0 }

    mutating func object(
        _ name: StaticString, isWritten: Bool,
        _ body: (inout MemberReader) throws(WireError) -> Void
    ) throws(WireError) -> Bool {
        let number = ordinal
        let first = ordinal + 1
        if takes(name) {
            var inner = reader
            note(number, inner.cursor.kind != .null)
            try inner.members(name.description) { reader, key throws(WireError) in
                begin(&reader, key, ordinal: first)
                try body(&self)
                try end(&reader)
            }
            reader = inner
        }
        // The visits inside are counted, and at the end those that are late are read; the member of
        // this call is none of them.
        let wasTaken = isTaken
        isTaken = true
        ordinal = first
        try body(&self)
        isTaken = wasTaken
        return hasSeen(number)
    }

    func require(_ isThere: Bool, _ name: StaticString) throws(WireError) {
        if isAtEnd, !isThere { throw .missing(name.description) }
    }
}

/// Writes members, with a comma between two.
struct MemberWriter: WireMembers {
    var writer = JSONWriter()

    private mutating func append(key name: StaticString) {
        if writer.last != UInt8(ascii: "{") { writer.append(byte: UInt8(ascii: ",")) }
        writer.append(byte: UInt8(ascii: "\""))
        writer.append(raw: name)
        writer.append(raw: #"":"#)
    }

    mutating func visit(
        _ name: StaticString, isLate: Bool, isWritten: Bool,
        read: (inout WireReader) throws(WireError) -> Bool,
        write: (inout JSONWriter) -> Void
    ) -> Bool {
        guard isWritten else { return true }
        append(key: name)
        write(&writer)
        return true
    }

    mutating func object(
        _ name: StaticString, isWritten: Bool,
        _ body: (inout MemberWriter) throws(WireError) -> Void
    ) throws(WireError) -> Bool {
        guard isWritten else { return false }
        let start = writer.count
        append(key: name)
        writer.append(byte: UInt8(ascii: "{"))
        let empty = writer.count
        try body(&self)
        if writer.count == empty {
            writer.removeLast(empty - start)
        } else {
            writer.append(byte: UInt8(ascii: "}"))
        }
        return true
    }

    func require(_ isThere: Bool, _ name: StaticString) {}
}
