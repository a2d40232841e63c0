import Foundation
import PredicateCore
import RecordCore
import Synchronization

extension CKRecord {
    /// The value of a field; nil where it has none, and setting nil removes it.
    ///
    ///     record["name"] = "Ann"
    ///     record["name"] as? String  // "Ann"
    ///     record["age"] as? Int      // numbers cast to every number type that they fit
    public subscript(key: FieldKey) -> (any CKRecordValueProtocol)? {
        get { object(forKey: key) }
        set { setObject(newValue, forKey: key) }
    }

    /// The value of a field as an object; nil where it has none.
    ///
    ///     let value: __CKRecordObjCValue? = record["name"]
    @_disfavoredOverload
    public subscript(key: FieldKey) -> (any __CKRecordObjCValue)? {
        get { object(forKey: key) as? any __CKRecordObjCValue }
        set { setObject(newValue, forKey: key) }
    }

    /// The value of a field as a type; nil where the field has none or one of another kind.
    ///
    ///     let name: String? = record["name"]
    public subscript<T: CKRecordValueProtocol>(key: FieldKey) -> T? {
        get { FieldBridge.typed(plainValue(forKey: key), as: T.self) }
        set { set(FieldBridge.value(newValue, field: key), forKey: key) }
    }

    /// The value of a field; nil where it has none.
    ///
    /// Encrypted fields are in ``encryptedValues``.
    public func object(forKey key: FieldKey) -> (any CKRecordValueProtocol)? {
        FieldBridge.object(plainValue(forKey: key))
    }

    /// Sets the value of a field, or removes it.
    ///
    /// Stops the program for a value that no field can hold: a dictionary, an array of several
    /// types.
    public func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: FieldKey) {
        set(FieldBridge.value(object, field: key), forKey: key)
    }

    /// The value of a field; nil where it has none.
    public func value(forKey key: String) -> Any? { object(forKey: key) }

    /// Sets the value of a field, or removes it.
    public func setValue(_ value: Any?, forKey key: String) {
        set(FieldBridge.value(value, field: key), forKey: key)
    }

    /// Sets several fields; `NSNull` removes one.
    public func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value, forKey: key) }
    }

    /// The values of several fields; `NSNull` for one without a value.
    public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(first: keys.map { ($0, value(forKey: $0) ?? NSNull()) })
    }

    /// The names of the fields that have a value, encrypted ones among them.
    public func allKeys() -> [FieldKey] {
        let hidden = hiddenFields
        let fields = state.withLock { $0.record.fields }
        return fields.filter { !$0.value.isNull && !hidden.contains($0.key) }.map(\.key).sorted()
    }

    /// The names of the fields that were set since the record was fetched or saved.
    ///
    ///     note["title"] = "Milk"
    ///     note.changedKeys()  // ["title"]
    ///     try await database.save(note)
    ///     note.changedKeys()  // []
    public func changedKeys() -> [FieldKey] {
        let changed = state.withLock { $0.changed }
        return changed.subtracting(hiddenFields).sorted()
    }

    /// The words of all text fields, in the order of the fields' names.
    public func allTokens() -> [String] {
        let (fields, encrypted) = state.withLock { ($0.record.fields, $0.record.encrypted) }
        var tokens: [String] = []
        for (key, value) in fields.sorted(by: { $0.key < $1.key }) where !encrypted.contains(key) {
            switch value.kind {
            case .text(let text): tokens += Tokenizer.tokens(of: text)
            case .list(let members):
                for case .text(let text) in members { tokens += Tokenizer.tokens(of: text) }
            case .null, .number, .date, .bytes, .scalar, .reference, .location, .asset, .dictionary,
                .object:
                continue
            }
        }
        return tokens
    }

    /// The fields that are kept encrypted.
    ///
    /// Text, numbers, dates, bytes and positions that only the user can read. They have no index
    /// and no place in the public database.
    ///
    ///     record.encryptedValues["diagnosis"] = "…"
    ///
    /// A name is either that of an encrypted field or of a plain one.
    public var encryptedValues: any CKRecordKeyValueSetting & Sendable { CKEncryptedValues(self) }

    /// Whether a field can hold a value; to set another one stops the program.
    package static func canStore(_ value: Any) -> Bool { FieldBridge.stored(value) != nil }

    // MARK: Under the lock

    /// Whether a field is one of ``encryptedValues``.
    package func isEncrypted(_ key: FieldKey) -> Bool {
        state.withLock { $0.record.encrypted.contains(key) }
    }

    /// The value of a field that is not encrypted.
    private func plainValue(forKey key: String) -> Value {
        state.withLock {
            $0.record.encrypted.contains(key) ? .null : $0.record.fields[key] ?? .null
        }
    }

    private func set(_ value: Value, forKey key: String) {
        state.withLock { state in
            precondition(
                !state.record.encrypted.contains(key),
                "CKException: Field '\(key)' is encrypted; use encryptedValues")
            state.set(value, forKey: key)
        }
    }

    /// The value of any field.
    func anyObject(forKey key: FieldKey) -> (any CKRecordValueProtocol)? {
        FieldBridge.object(state.withLock { $0.record.fields[key] ?? .null })
    }
}

extension CKRecord: Sequence {
    /// Goes through the fields that have a value.
    public func makeIterator() -> CKRecordKeyValueIterator { CKRecordKeyValueIterator(self) }
}

extension CKRecord.State {
    /// The version that changes began with; nil for a record that was never saved.
    var ancestor: Record? { original ?? (record.system == nil ? nil : record) }

    /// Keeps the record as it was fetched before the first change.
    mutating func keepOriginal() {
        if original == nil, record.system != nil { original = record }
    }

    /// Sets a field and notes that it changed; null removes it.
    mutating func set(_ value: Value, forKey key: String) {
        keepOriginal()
        record.fields[key] = value.isNull ? nil : value
        changed.insert(key)
    }

    /// Takes over what the database stored, and sets again each field that the program has changed
    /// in `later` since it was sent.
    mutating func take(_ stored: Record, keeping later: Self, sent: SaveRequest.Item) {
        record = stored
        original = nil
        changed = []
        hasNewParent = false
        for key in later.changed where later.record.fields[key] != sent.record.fields[key] {
            // A field without a value, as an archive has one that was removed, is sent as null.
            if later.record[key].isNull, sent.record.fields[key]?.isNull == true { continue }
            set(later.record.fields[key] ?? .null, forKey: key)
            if later.record.encrypted.contains(key) { record.encrypted.insert(key) }
        }
        // Another parent than was sent, or one where none was.
        if later.hasNewParent, sent.keepsParent || later.record.parent != sent.record.parent {
            keepOriginal()
            record.parent = later.record.parent
            hasNewParent = true
        }
        if later.record.share != sent.record.share {
            keepOriginal()
            record.share = later.record.share
        }
    }
}

/// The encrypted fields of a record.
final class CKEncryptedValues: NSObject, CKRecordKeyValueSetting, Sendable {
    private let record: CKRecord

    init(_ record: CKRecord) { self.record = record }

    func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)? {
        let value = record.state.withLock { state in
            state.record.encrypted.contains(key) ? state.record.fields[key] ?? .null : .null
        }
        return FieldBridge.object(value)
    }

    func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey) {
        let value = FieldBridge.value(object, field: key)
        switch value.kind {
        case .reference, .asset:
            fatalError(  // As Apple's raises.
                "CKException: Field '\(key)' cannot be encrypted: references and assets "
                    + "cannot be encrypted")
        case .null, .number, .text, .date, .bytes, .scalar, .location, .list, .dictionary, .object:
            break
        }
        record.state.withLock { state in
            // A plain field has no encrypted value that could be removed.
            if value.isNull, !state.record.encrypted.contains(key),
                state.record.fields[key]?.isNull == false
            {
                return
            }
            state.set(value, forKey: key)
            state.record.encrypted.insert(key)
        }
    }

    func allKeys() -> [CKRecord.FieldKey] {
        let (encrypted, fields) = record.state.withLock { ($0.record.encrypted, $0.record.fields) }
        return encrypted.filter { fields[$0]?.isNull == false }.sorted()
    }

    func changedKeys() -> [CKRecord.FieldKey] {
        let (encrypted, changed) = record.state.withLock { ($0.record.encrypted, $0.changed) }
        return encrypted.intersection(changed).sorted()
    }
}
