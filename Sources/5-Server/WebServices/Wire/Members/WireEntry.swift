import RecordJSON

/// An entry of a reply: an item, or what names an item beside the error that it has.
protocol WireEntry {
    /// The members of an item.
    associatedtype Item: WireMessage
    /// The members that name an item which failed.
    associatedtype Name: WireObject

    init(_ item: Item)
    init(_ name: Name, _ error: WireError)
    /// What is written.
    var content: WireEntryContent<Item, Name> { get }
}

/// The content of a ``WireEntry``.
enum WireEntryContent<Item, Name> {
    case item(Item)
    case failure(Name, WireError)
}

extension WireEntry {
    /// Reads an item, or an error with what names the item.
    init(from reader: inout WireReader) throws(WireError) {
        var place = reader
        let failure = try WireFailure<Name>(from: &place)
        if let error = failure.error {
            reader = place
            self.init(failure.name, error)
        } else {
            self.init(try Item(from: &reader))
        }
    }

    /// Appends the item, or the error with what names the item.
    func write(to writer: inout JSONWriter) {
        switch content {
        case .item(let item): item.write(to: &writer)
        case .failure(let name, let error): WireFailure(name, error).write(to: &writer)
        }
    }
}

extension WireMembers {
    /// The entries of a reply, each an item or an error.
    mutating func entries<T: WireEntry>(
        _ name: StaticString, _ list: inout [T]
    ) throws(WireError) {
        try entries(
            name, &list, of: { reader throws(WireError) in try T(from: &reader) },
            writing: { $0.write(to: &$1) })
    }
}

/// What names an item, and the error that it has.
struct WireFailure<Name: WireObject>: ReplyObject {
    static var blank: Self { Self(.blank, nil) }

    var name: Name
    private var failure: WireErrorMembers

    /// The error; nil of an item that has none.
    var error: WireError? { failure.error }

    init(_ name: Name, _ error: WireError?) {
        self.name = name
        failure = WireErrorMembers(error)
        failure.uuid = nil
    }

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try name.members(&m)
        try failure.members(&m)
    }
}
