import Foundation
import PredicateCore
import RecordJSON

/// One element of a stream: its bytes, and the values of the requested keys.
///
/// One instance is reused for all elements.
final class FilterRow {
    /// How the bytes are read.
    enum Layout {
        /// A JSON value.
        case json
        /// A row under columns of these names.
        case csv(CSVReader, header: [String])
    }

    let layout: Layout
    /// The keys that can be asked for; the place in the list is the slot.
    let keys: [String]
    /// The element's bytes, as they stand in the file.
    private(set) var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private let json: JSONFields
    private var cells: [CSVField] = []
    private var columns: [Int] = []
    /// Of a slot without a column of its own, the columns that begin with its key and a dot.
    private var nested: [[(path: ArraySlice<String>, column: Int)]] = []
    /// Keys whose objects are left as dictionaries, because key paths go into them.
    private let deeper: Set<String>
    /// Whether the key of a slot is one of those.
    private let isDeeper: [Bool]

    init(_ layout: Layout, keys: [String], deeper: Set<String> = []) {
        self.layout = layout
        self.keys = keys
        self.deeper = deeper
        isDeeper = keys.map { deeper.contains($0) }
        switch layout {
        case .json: json = JSONFields(keys)
        case .csv(_, let header):
            json = JSONFields([])
            columns = keys.map { header.firstIndex(of: $0) ?? -1 }
            let paths = header.map { $0.split(separator: ".").map(String.init) }
            nested = zip(keys, columns).map { key, column in
                guard column < 0 else { return [] }
                return paths.enumerated().filter { $1.count > 1 && $1[0] == key }
                    .map { ($1.dropFirst(), $0) }
            }
        }
    }

    /// Takes in an element.
    ///
    /// JSON is checked from end to end.
    @inline(__always)
    func load(json bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        self.bytes = bytes
        try json.scan(bytes)
    }

    /// Takes in a row whose fields were found.
    func load(csv bytes: UnsafeBufferPointer<UInt8>, _ cells: [CSVField]) {
        self.bytes = bytes
        self.cells = cells
    }

    /// Takes in an element that was loaded before and kept as bytes.
    func reload(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        switch layout {
        case .json: try load(json: bytes)
        case .csv(let reader, _):
            self.bytes = bytes
            _ = try reader.row(in: bytes, at: 0, isLast: true, into: &cells)
        }
    }

    /// The value in a slot, with dates and the like in place of the objects that stand for them;
    /// null where the element has no such key.
    func value(_ slot: Int) throws(EvaluationError) -> Value {
        typed(try written(slot), isDeeper: isDeeper[slot])
    }

    /// The value in a slot as it is written; null where the element has no such key.
    func written(_ slot: Int) throws(EvaluationError) -> Value {
        do throws(JSONError) {
            switch layout {
            case .json: return try json.value(slot)
            case .csv(let reader, _):
                let column = columns[slot]
                if column < 0, !nested[slot].isEmpty { return try members(nested[slot], reader) }
                guard column >= 0, column < cells.count else { return .null }
                return try reader.value(cells[column], in: bytes)
            }
        } catch { throw EvaluationError(.unsupported, error.message) }
    }

    /// The object that columns such as `address.city` and `address.zip` are members of.
    private func members(
        _ columns: [(path: ArraySlice<String>, column: Int)], _ reader: CSVReader
    ) throws(JSONError) -> Value {
        var object = Value.dictionary([:])
        for (path, column) in columns where column < cells.count {
            object.set(try reader.value(cells[column], in: bytes), at: path)
        }
        return object
    }

    /// The value with what the objects in it stand for, in lists and in other objects too.
    private func typed(_ value: Value, isDeeper: Bool) -> Value {
        switch value {
        case .list(let members):
            guard members.contains(where: \.hasMembers) else { return value }
            return .list(members.map { typed($0, isDeeper: isDeeper) })
        case .dictionary(var members):
            if !isDeeper, let value = RecordJSON.tagged(value) { return value }
            for (key, member) in members where member.hasMembers {
                members[key] = typed(member, isDeeper: deeper.contains(key))
            }
            return .dictionary(members)
        default: return value  // Nothing else holds objects.
        }
    }

    /// The cell that a slot, or a path from it, leads to, as it stands with its quotes; nil where it has
    /// no column of its own, and for JSON.
    func cell(_ slot: Int, _ rest: [String]) throws(EvaluationError) -> String? {
        guard case .csv(let reader, _) = layout else { return nil }
        var column = rest.isEmpty ? columns[slot] : -1
        if column < 0 {
            column = nested[slot].first { $0.path.elementsEqual(rest) }?.column ?? -1
        }
        guard column >= 0, column < cells.count else { return nil }
        do throws(JSONError) {
            var cell = cells[column]
            if cell.isQuoted {
                cell.start -= 1
                cell.end += 1
                cell.hasQuotes = false
            }
            return try reader.text(cell, in: bytes)
        } catch { throw EvaluationError(.unsupported, error.message) }
    }

    /// Whether the element has the key of a slot, be it with null.
    func has(_ slot: Int) -> Bool {
        switch layout {
        case .json: !json.bytes(slot).isEmpty
        case .csv: columns[slot] >= 0 || !nested[slot].isEmpty
        }
    }

    /// The bytes of a slot's value as JSON, as they stand; nil for rows of CSV.
    func rawJSON(_ slot: Int) -> UnsafeBufferPointer<UInt8>? {
        if case .json = layout { json.bytes(slot) } else { nil }
    }

    /// The element as one value.
    func whole() throws(EvaluationError) -> Value {
        do throws(JSONError) {
            switch layout {
            case .json: return typed(try JSONReader.value(in: bytes), isDeeper: true)
            case .csv(let reader, let header):
                var members: [String: Value] = [:]
                for (name, cell) in zip(header, cells) {
                    members[name] = try reader.value(cell, in: bytes)
                }
                return .dictionary(members)
            }
        } catch { throw EvaluationError(.unsupported, error.message) }
    }

    /// The names of everything that the element has, in its own order.
    func names() throws(JSONError) -> [String] {
        switch layout {
        case .json: try JSONFields.keys(of: bytes)
        case .csv(_, let header): header
        }
    }
}

extension Value {
    /// Sets a member of the object, or of objects in it, which are made.
    fileprivate mutating func set(_ value: Value, at path: ArraySlice<String>) {
        guard let name = path.first else { return self = value }
        var members: [String: Value] = [:]
        if case .dictionary(let before) = self { members = before }
        var member = members[name] ?? .null
        member.set(value, at: path.dropFirst())
        members[name] = member
        self = .dictionary(members)
    }

    /// Whether the value is a list or an object.
    fileprivate var hasMembers: Bool {
        switch self {
        case .list, .dictionary: true
        default: false  // The others are one value each.
        }
    }
}
