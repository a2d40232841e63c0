public import Foundation

/// What has fields: a record, and its encrypted values.
///
///     record["name"] = "Ann"
///     record["name"] as? String                       // "Ann"
///     let name: String? = record.encryptedValues["secret"]
public protocol CKRecordKeyValueSetting: NSObjectProtocol {
    /// The value of a field; nil where it has none.
    func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)?
    /// Sets the value of a field, or removes it.
    func setObject(_ object: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey)
    /// The names of the fields that have a value.
    func allKeys() -> [CKRecord.FieldKey]
    /// The names of the fields that were set since the record was fetched or saved.
    func changedKeys() -> [CKRecord.FieldKey]
}

extension CKRecordKeyValueSetting {
    /// The value of a field; nil where it has none, and setting nil removes it.
    public subscript(key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)? {
        get { object(forKey: key) }
        set { setObject(newValue, forKey: key) }
    }

    /// The value of a field as an object; nil where it has none.
    @_disfavoredOverload
    public subscript(key: CKRecord.FieldKey) -> (any __CKRecordObjCValue)? {
        get { object(forKey: key) as? any __CKRecordObjCValue }
        set { setObject(newValue, forKey: key) }
    }

    /// The value of a field as a type; nil where the field has none or one of another kind.
    public subscript<T: CKRecordValueProtocol>(key: CKRecord.FieldKey) -> T? {
        get { object(forKey: key) as? T }
        set { setObject(newValue, forKey: key) }
    }
}

/// Goes through the fields of a record.
///
///     for (key, value) in record { print(key, value) }
public struct CKRecordKeyValueIterator: IteratorProtocol {
    /// A field's name and value.
    public typealias Element = (CKRecord.FieldKey, any CKRecordValueProtocol)

    private let record: CKRecord
    private var keys: ArraySlice<CKRecord.FieldKey>

    init(_ record: CKRecord) {
        self.record = record
        keys = record.allKeys()[...]
    }

    /// The next field; nil when there are no more.
    public mutating func next() -> Element? {
        while let key = keys.popFirst() {
            if let value = record.anyObject(forKey: key) { return (key, value) }
        }
        return nil
    }
}
