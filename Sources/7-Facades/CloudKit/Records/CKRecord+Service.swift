import Foundation
import PredicateCore
import RecordCore
import RecordService

// Between records of programs and of the database. A `Record` stays inside its `CKRecord`: nothing
// is converted until a program asks for it.
extension CKRecord {
    /// The record of a program for one that the database gave out: a share where it is one.
    static func make(_ record: consuming Record) -> CKRecord {
        let isShare = record.type == CKRecordTypeShare
        let state = State(record: record)
        return isShare ? CKShare(state: state) : CKRecord(state: state)
    }

    /// A record that is no share, as its viewer sees it.
    convenience init(_ record: consuming Record, viewer: String?) {
        record.show(to: viewer)
        self.init(state: State(record: record))
    }

    /// As ``make(_:)``, for a user who looks at it: that user's own name is
    /// `CKCurrentUserDefaultName`.
    static func make(_ record: consuming Record, viewer: String?) -> CKRecord {
        record.show(to: viewer)
        return make(record)
    }

    /// The record in the database's own form, as it stands.
    var record: Record { snapshot().record }

    /// What is sent to save the record.
    ///
    /// Under every policy but `allKeys` only the fields that changed are sent, so that what another
    /// device wrote into others survives; fields that a query left out are never lost.
    ///
    /// The parent is sent under every policy: a record that another device deleted is created again
    /// below it, and refused where the parent went too. A record that exists keeps the parent that it
    /// has, unless one was set here.
    ///
    /// A share is saved by `ifServerRecordUnchanged` whatever the policy of the operation is, as Apple
    /// documents: users may have joined since it was fetched.
    func saveItem(_ policy: SavePolicy) -> SaveRequest.Item {
        let own: SavePolicy? = self is CKShare ? .ifServerRecordUnchanged : nil
        let policy = own ?? policy
        let state = snapshot()
        var record = state.record
        let isKnown = record.system != nil
        switch policy {
        case .allKeys:
            // Fields that were removed here are removed there, others that are not here stay.
            for key in state.changed where record.fields[key] == nil { record[key] = .null }
            return SaveRequest.Item(
                record, isPartial: true, ancestor: state.ancestor,
                keepsParent: !state.hasNewParent, policy: own)
        case .changedKeys, .ifServerRecordUnchanged:
            if isKnown || policy == .changedKeys {
                record.fields = [:]
                for key in state.changed { record.fields[key] = state.record[key] }
            }
            return SaveRequest.Item(
                record, isPartial: isKnown || policy == .changedKeys, ancestor: state.ancestor,
                keepsParent: !state.hasNewParent, policy: own)
        }
    }
}

extension SaveRequest.Item {
    /// The item as it is sent: an asset of another record, or of another field, is a file to be taken in.
    ///
    /// A server gives no record the content of another one by its checksum, and content goes with the last
    /// record that needs it.
    ///
    /// - Parameter all: Whether that is done with those too that the record had when it was fetched.
    func takingInAssets(all: Bool = false) async -> Self {
        var item = self
        await item.record.fields.replaceAssets { (field: String, asset: Asset) async -> Asset in
            let known = all ? [] : ancestor?[field].heldAssets ?? []
            guard let checksum = asset.checksum, let file = asset.fileURL,
                !known.contains(where: { $0.checksum == checksum }),
                FileManager.default.fileExists(atPath: file.path)
            else { return asset }
            return Asset(fileURL: file)
        }
        return item
    }
}

extension Record {
    /// The record with its users named as a program of one of them sees them.
    ///
    /// The creator and the last modifier of a record are `__defaultOwner__` where that is the
    /// signed-in user, as in archives of records made on Apple's systems.
    func seen(by viewer: String?) -> Record {
        var record = self
        record.show(to: viewer)
        return record
    }

    /// Names the users as ``seen(by:)`` does, without a copy: pages have many records.
    mutating func show(to viewer: String?) {
        guard let viewer else { return }
        if system?.createdBy == viewer { system?.createdBy = ZoneID.currentOwner }
        if system?.modifiedBy == viewer { system?.modifiedBy = ZoneID.currentOwner }
    }
}
