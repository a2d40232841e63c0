package import PredicateCore

/// The body of `assets/upload`: places for files of records that are still to be saved.
///
///     {"tokens": [{"recordName": "a", "recordType": "Photo", "fieldName": "image"}]}
package struct AssetUploadRequest: Hashable, Sendable {
    /// The fields that are to hold files.
    package var items: [Item]
    /// The zone of the records.
    package var zone: ZoneID?

    /// One field that is to hold a file.
    package struct Item: Hashable, Sendable {
        /// The record's name; nil lets the server choose one.
        package var recordName: String?
        /// The type of the record, which need not exist yet.
        package var recordType: String
        /// The name of the ASSETID field that is to hold the file.
        package var field: String

        /// One field that is to hold a file.
        package init(recordName: String?, recordType: String, field: String) {
            self.recordName = recordName
            self.recordType = recordType
            self.field = field
        }
    }

    /// A request for upload URLs; a nil zone is the default zone.
    package init(_ items: [Item], zone: ZoneID? = nil) {
        self.items = items
        self.zone = zone
    }
}

/// The reply of `assets/upload`.
package struct AssetUploadReply: Hashable, Sendable {
    /// For each field, in the order asked.
    package var items: [Item]

    /// Where the content of one field goes.
    package struct Item: Hashable, Sendable {
        /// The record's name, chosen by the server where the request had none.
        package var recordName: String
        /// The name of the field, as the request gave it.
        package var field: String
        /// Takes the bytes by POST.
        package var url: String
    }

    /// A reply with an upload URL for each field.
    package init(_ items: [Item]) { self.items = items }
}

/// What the url of an upload answers, and the value of an ASSETID field on a write.
///
///     {"singleFile": {"fileChecksum": "…", "size": 12, "receipt": "…"}}
package struct AssetReceipt: Hashable, Sendable {
    /// Lower-case hexadecimal SHA-256 of the content.
    package var checksum: String
    /// The size of the content in bytes.
    package var size: Int64
    /// Shows that the sender has uploaded it.
    package var receipt: String

    /// A receipt for content that was uploaded.
    package init(checksum: String, size: Int64, receipt: String) {
        self.checksum = checksum
        self.size = size
        self.receipt = receipt
    }
}

/// The body of `assets/rereference`: fields whose files other records are to hold too.
///
///     {"assets": [{"recordName": "a", "fieldName": "image"}]}
///
/// As Apple documents it, in "Referencing Existing Assets" of the CloudKit Web Services Reference:
/// the reply has a value for each field, with which any field of the database can be saved.
package struct AssetRereferenceRequest: Hashable, Sendable {
    /// The fields whose files are to be used again.
    package var items: [Item]
    /// The zone of the records.
    package var zone: ZoneID?

    /// A field that holds a file.
    package struct Item: Hashable, Sendable {
        /// The name of the record that holds the file.
        package var recordName: String
        /// The name of the ASSETID field that holds the file.
        package var field: String

        /// A field that holds a file.
        package init(recordName: String, field: String) {
            self.recordName = recordName
            self.field = field
        }
    }

    /// A request for values of existing files; a nil zone is the default zone.
    package init(_ items: [Item], zone: ZoneID? = nil) {
        self.items = items
        self.zone = zone
    }
}

/// The reply of `assets/rereference`.
package struct AssetRereferenceReply: Sendable {
    /// For each field, in the order of the request.
    package var items: [Entry]

    /// What became of one field.
    package enum Entry: Sendable {
        /// The value with which a field of another record can be saved.
        case asset(AssetReceipt, downloadURL: String?)
        /// Why there is none.
        case failure(recordName: String, field: String, WireError)
    }

    /// A reply with a value or an error for each field.
    package init(_ items: [Entry]) { self.items = items }
}
