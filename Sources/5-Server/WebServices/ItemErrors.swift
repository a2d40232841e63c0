/// A batch in which items failed has the status 200: what failed is counted for the operator.
extension WireReply {
    /// Counts the error of an item; the first that is the server's own says why.
    mutating func count(_ error: WireError) {
        itemErrors[error.code, default: 0] += 1
        cause = cause ?? error.cause
    }

    /// The reply with the errors of its items counted.
    func counting(_ errors: some Sequence<WireError>) -> WireReply {
        var reply = self
        for error in errors { reply.count(error) }
        return reply
    }

    /// Whether an item failed by no fault of the client: its code has a status of 500 or above.
    package var hasServerItemError: Bool { itemErrors.keys.contains { $0.status >= 500 } }
}

extension RecordEntry {
    /// Why the record is not there; nil where nothing went wrong.
    var error: WireError? {
        if case .failure(_, let error) = self { error } else { nil }
    }
}

extension SharesReply.Entry {
    /// Why the share leads to nothing; nil where it does.
    var error: WireError? {
        if case .failure(_, let error) = self { error } else { nil }
    }
}

extension WireEntry {
    /// Why the item failed; nil where it did not.
    var error: WireError? {
        if case .failure(_, let error) = content { error } else { nil }
    }
}
