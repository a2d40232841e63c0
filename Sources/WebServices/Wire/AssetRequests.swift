public import PredicateCore

/// The body of `assets/upload`: places for files of records that are still to be saved.
///
///     {"tokens": [{"recordName": "a", "recordType": "Photo", "fieldName": "image"}]}
public struct AssetUploadRequest: Hashable, Sendable {
    /// The fields that are to hold files.
    public var items: [Item]
    /// The zone of the records.
    public var zone: ZoneID?

    /// One field that is to hold a file.
    public struct Item: Hashable, Sendable {
        /// The record's name; nil lets the server choose one.
        public var recordName: String?
        /// The record type.
        public var recordType: String
        /// The field.
        public var field: String

        /// One field that is to hold a file.
        public init(recordName: String?, recordType: String, field: String) {
            self.recordName = recordName
            self.recordType = recordType
            self.field = field
        }
    }

    /// A request.
    public init(_ items: [Item], zone: ZoneID? = nil) {
        self.items = items
        self.zone = zone
    }
}

/// The reply of `assets/upload`.
public struct AssetUploadReply: Hashable, Sendable {
    /// For each field, in the order asked.
    public var items: [Item]

    /// Where the content of one field goes.
    public struct Item: Hashable, Sendable {
        /// The record's name.
        public var recordName: String
        /// The field.
        public var field: String
        /// Takes the bytes by POST.
        public var url: String

        /// Where the content of one field goes.
        public init(recordName: String, field: String, url: String) {
            self.recordName = recordName
            self.field = field
            self.url = url
        }
    }

    /// A reply.
    public init(_ items: [Item]) { self.items = items }
}

/// What the url of an upload answers, and the value of an ASSETID field on a write.
///
///     {"singleFile": {"fileChecksum": "…", "size": 12, "receipt": "…"}}
public struct AssetReceipt: Hashable, Sendable {
    /// Lower-case hexadecimal SHA-256 of the content.
    public var checksum: String
    /// Bytes.
    public var size: Int64
    /// Shows that the sender has uploaded it.
    public var receipt: String

    /// A receipt.
    public init(checksum: String, size: Int64, receipt: String) {
        self.checksum = checksum
        self.size = size
        self.receipt = receipt
    }
}

/// The body of `assets/rereference`: files of records that others are to hold too.
public struct AssetRereferenceRequest: Hashable, Sendable {
    /// The files.
    public var items: [Item]
    /// The zone of the records.
    public var zone: ZoneID?

    /// A file of one record that another is to hold.
    public struct Item: Hashable, Sendable {
        /// The record that holds it.
        public var existingRecordName: String
        /// Its type.
        public var existingRecordType: String
        /// Its field.
        public var existingField: String
        /// The record that is to hold it.
        public var recordName: String
        /// Its type.
        public var recordType: String
        /// Its field.
        public var field: String

        /// A file of one record that another is to hold.
        public init(
            existingRecordName: String, existingRecordType: String, existingField: String,
            recordName: String, recordType: String, field: String
        ) {
            self.existingRecordName = existingRecordName
            self.existingRecordType = existingRecordType
            self.existingField = existingField
            self.recordName = recordName
            self.recordType = recordType
            self.field = field
        }
    }

    /// A request.
    public init(_ items: [Item], zone: ZoneID? = nil) {
        self.items = items
        self.zone = zone
    }
}

/// The reply of `assets/rereference`.
public struct AssetRereferenceReply: Sendable {
    /// For each file, in the order asked.
    public var items: [Entry]

    /// What became of one file.
    public enum Entry: Sendable {
        /// The value that the field of the other record is to be saved with.
        case asset(recordName: String, field: String, AssetReceipt)
        /// Why not.
        case failure(recordName: String, WireError)
    }

    /// A reply.
    public init(_ items: [Entry]) { self.items = items }
}
