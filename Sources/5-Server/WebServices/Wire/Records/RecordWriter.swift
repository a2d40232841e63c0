import Foundation
package import PredicateCore
package import RecordCore
package import RecordJSON
import Synchronization

/// Writes records as the web services have them; made once a reply.
///
///     var records = RecordWriter(schema: schema, options: request.options)
///     records.write(record, to: &writer)
///     // {"recordName":"a","recordType":"City","fields":{"name":{"value":"Paris","type":"STRING"}},…
package struct RecordWriter: Sendable {
    /// The address of an asset's content; nil leaves it out.
    package typealias AssetURL = @Sendable (_ asset: Asset, _ holder: RecordID) -> String?
    /// What else is known of a user; nil leaves it out.
    package typealias Names = @Sendable (_ user: String) -> WireUser?

    /// The record types, which say what an empty list holds.
    package let schema: RecordSchema
    /// What was asked of the records.
    package let options: RecordOptions
    /// The record name of the reading user, whose own entry among a share's participants is marked.
    package let reader: String?
    /// The name written for ``ZoneID/currentOwner``; nil writes that.
    package let zoneOwner: String?
    let assetURL: AssetURL?
    let names: Names?
    /// The last parts of the URLs at which records are shared, by record.
    private let shortGUIDs: [RecordID: String]
    private let wanted: Set<String>?
    private var plans: [String: RecordPlan] = [:]
    private var last: (type: String, plan: RecordPlan)?
    /// Where the fields of ``last`` are in the record that is being written.
    private var places: [[String: Value].Index?] = []
    /// The numbers of the fields in the order in which the record before had them; nil for those
    /// that the plan does not have.
    private var order: [Int?] = []

    /// A writer.
    ///
    /// - Parameters:
    ///   - schema: The record types.
    ///   - options: What was asked of the records.
    ///   - reader: The record name of the reading user.
    ///   - zoneOwner: The name written for ``ZoneID/currentOwner``; not heeded where records are
    ///     to be exact.
    ///   - names: What else is known of a user.
    ///   - shortGUIDs: The last parts of the URLs at which records are shared; shares have their own.
    ///   - assetURL: The address of an asset's content.
    package init(
        schema: RecordSchema = RecordSchema(), options: RecordOptions = RecordOptions(),
        reader: String? = nil, zoneOwner: String? = nil, names: Names? = nil,
        shortGUIDs: [RecordID: String] = [:], assetURL: AssetURL? = nil
    ) {
        self.schema = schema
        self.options = options
        wanted = options.desiredKeys.map(Set.init)
        self.reader = reader
        self.zoneOwner = options.isExact ? nil : zoneOwner
        self.names = names
        self.shortGUIDs = shortGUIDs
        self.assetURL = assetURL
    }

    /// Appends a record.
    ///
    /// - Parameter desiredKeys: Its fields that are wanted, where they are not those of the
    ///   options.
    package mutating func write(
        _ record: Record, desiredKeys: [String]? = nil, to writer: inout JSONWriter
    ) {
        let plan = plan(for: record.type)
        writer.append(raw: #"{"recordName":"#)
        writer.append(text: record.id.name)
        writer.append(raw: #","recordType":"#)
        plan.head.withUnsafeBufferPointer { writer.append(raw: $0) }
        write(
            fields: record, plan, wanted: desiredKeys.map(Set.init) ?? wanted, to: &writer)
        writer.append(raw: #"},"pluginFields":{}"#)
        if let system = record.system {
            writer.append(raw: #","recordChangeTag":"#)
            writer.append(text: system.changeTag)
            writer.append(raw: #","created":"#)
            write(system.created, by: system.createdBy, to: &writer)
            writer.append(raw: #","modified":"#)
            write(system.modified, by: system.modifiedBy, to: &writer)
        }
        writer.append(raw: #","deleted":false,"zoneID":"#)
        writer.append(record.id.zone, owner: zoneOwner)
        if let parent = record.parent {
            writer.append(raw: #","parent":"#)
            writer.append(parent, owner: zoneOwner)
        }
        if let share = record.share {
            writer.append(raw: #","share":"#)
            writer.append(share, owner: zoneOwner)
        }
        if !shortGUIDs.isEmpty {
            writer.append(member: #","shortGUID":"#, shortGUIDs[record.id])
        }
        if record.type == Share.recordType, let share = Share(record) {
            write(
                WireShare(
                    publicPermission: share.publicPermission, participants: share.participants,
                    requests: share.requests == Share.AccessRequests() ? nil : share.requests,
                    root: share.root, owner: record.system?.createdBy),
                token: share.token, to: &writer)
        }
        writer.append(byte: UInt8(ascii: "}"))
    }

    /// Appends the entry of a record that is gone.
    package func writeDeleted(_ id: RecordID, type: String? = nil, to writer: inout JSONWriter) {
        writer.append(raw: #"{"recordName":"#)
        writer.append(text: id.name)
        writer.append(member: #","recordType":"#, type)
        writer.append(raw: #","deleted":true,"zoneID":"#)
        writer.append(id.zone, owner: zoneOwner)
        writer.append(byte: UInt8(ascii: "}"))
    }

    /// Appends the entry of a record that something went wrong with.
    package mutating func write(
        _ error: WireError, name: String?, to writer: inout JSONWriter
    ) {
        WireFailure(RecordName(name: name), error).write(to: &writer)
    }

    // MARK: Parts

    private mutating func plan(for type: String) -> RecordPlan {
        if let last {
            if last.type == type { return last.plan }
            // Most replies have records of one type, and no need of the dictionary.
            plans[last.type] = last.plan
        }
        let plan = plans[type] ?? RecordPlans.plan(for: type, in: schema)
        last = (type, plan)
        places = Array(repeating: nil, count: plan.fields.count)
        order = plan.order.withLock { $0 }
        return plan
    }

    /// Finds the fields of the plan in a record; gives whether the record has others.
    ///
    /// Records of one statement have their fields in the same order, and comparing a name with the
    /// expected one costs a fifth of hashing it.
    private mutating func locate(_ fields: [String: Value], _ plan: RecordPlan) -> Bool {
        for number in places.indices { places[number] = nil }
        var hasOthers = false
        var isNew = false
        var place = fields.startIndex
        var step = 0
        while place != fields.endIndex {
            let name = fields.keys[place]
            if step < order.count, let number = order[step], plan.fields[number].name == name {
                places[number] = place
            } else {
                let number = plan.numbers[name]
                if let number { places[number] = place } else { hasOthers = true }
                if step < order.count { order[step] = number } else { order.append(number) }
                isNew = true
            }
            fields.formIndex(after: &place)
            step += 1
        }
        if isNew { plan.order.withLock { $0 = order } }
        return hasOthers
    }

    private mutating func write(
        fields record: Record, _ plan: RecordPlan, wanted: Set<String>?,
        to writer: inout JSONWriter
    ) {
        let values = ValueWriter(
            numbersAsStrings: options.numbersAsStrings, isExact: options.isExact,
            zone: record.id.zone, zoneOwner: zoneOwner, assetURL: assetURL, holder: record.id)
        let hasOthers = locate(record.fields, plan)
        for (number, field) in plan.fields.enumerated() {
            guard let place = places[number] else { continue }
            if let wanted, !wanted.contains(field.name) { continue }
            write(record.fields.values[place], field, values, to: &writer)
        }
        guard hasOthers else { return writer.closeList() }
        // Fields that came after the schema was read, and those of shares.
        for (name, value) in record.fields.sorted(by: { $0.key < $1.key })
        where plan.numbers[name] == nil {
            if let wanted, !wanted.contains(name) { continue }
            if record.type == Share.recordType, Share.fields.contains(name) { continue }
            writer.append(text: name)
            writer.append(byte: UInt8(ascii: ":"))
            let isEncrypted = record.encrypted.contains(name)
            var type = ScalarType(of: value).map { WireType($0, isEncrypted: isEncrypted) }
            if isEncrypted, case .list(let members) = value, !members.isEmpty {
                type = WireType(nil, isList: true, isEncrypted: true)
            }
            values.write(value, field: type, to: &writer)
            writer.append(byte: UInt8(ascii: ","))
        }
        writer.closeList()
    }

    @inline(__always)
    private func write(
        _ value: Value, _ field: RecordPlan.Field, _ values: ValueWriter,
        to writer: inout JSONWriter
    ) {
        // The common kinds go straight out when they are what the field says.
        switch (value, field.plain) {
        case (.text(let text), .string):
            field.open.withUnsafeBufferPointer { writer.append(raw: $0) }
            writer.append(text: text)
            close(field, to: &writer)
        case (.int, .int64), (.double, .double), (.bytes, .bytes), (.reference, .reference),
            (.location, .location), (.asset, .asset):
            field.open.withUnsafeBufferPointer { writer.append(raw: $0) }
            _ = values.write(value, to: &writer)
            close(field, to: &writer)
        case (.date, .timestamp) where !options.isExact:
            field.open.withUnsafeBufferPointer { writer.append(raw: $0) }
            _ = values.write(value, to: &writer)
            close(field, to: &writer)
        default:  // Lists, exact dates, and values that are not what the field says.
            field.key.withUnsafeBufferPointer { writer.append(raw: $0) }
            values.write(value, field: field.type, to: &writer)
            writer.append(byte: UInt8(ascii: ","))
        }
    }

    @inline(__always)
    private func close(_ field: RecordPlan.Field, to writer: inout JSONWriter) {
        let close = options.isExact ? field.exactClose : field.close
        close.withUnsafeBufferPointer { writer.append(raw: $0) }
    }

    private func write(_ date: Date, by user: String, to writer: inout JSONWriter) {
        let parts = WireDate.parts(of: date)
        writer.append(raw: #"{"timestamp":"#)
        writer.append(integer: parts.milliseconds)
        writer.append(raw: #","userRecordName":"#)
        writer.append(text: user == ZoneID.currentOwner ? zoneOwner ?? user : user)
        if options.isExact { writer.append(parts.fraction) }
        writer.append(raw: #","deviceID":"2"}"#)
    }
}

/// What is known of the fields of a type before any record of it is written.
///
/// Classes, so that going from field to field copies nothing.
final class RecordPlan: Sendable {
    final class Field: Sendable {
        let name: String
        /// `"name":`.
        let key: [UInt8]
        /// `"name":{"value":`.
        let open: [UInt8]
        /// `,"type":"STRING"},`; the last comma of a record is taken back.
        let close: [UInt8]
        /// The same for our own client.
        let exactClose: [UInt8]
        let type: WireType
        /// The kind of value that ``open`` and ``close`` are for; nil for lists.
        let plain: ScalarType?

        init(_ field: RecordCore.Field) {
            name = field.name
            type = WireType(field)
            plain = type.isList ? nil : type.scalar
            var writer = JSONWriter()
            writer.append(key: name)
            key = writer.bytes
            writer.append(raw: #"{"value":"#)
            open = writer.bytes
            let mark = type.isEncrypted ? #","isEncrypted":true"# : ""
            close = Array(#","type":"\#(type.plain.name)"\#(mark)},"#.utf8)
            exactClose = Array(#","type":"\#(type.name)"},"#.utf8)
        }
    }

    let fields: [Field]
    /// The place of each field in ``fields``.
    let numbers: [String: Int]
    /// In which order the record that was written last had its fields; see ``RecordWriter``.
    let order = Mutex<[Int?]>([])
    /// `"City","fields":{`.
    let head: [UInt8]

    init(_ name: String, in schema: RecordSchema) {
        var writer = JSONWriter()
        writer.append(text: name)
        writer.append(raw: #","fields":{"#)
        head = writer.bytes
        // What a share says has members of its own.
        let isShare = name == Share.recordType
        let plain = (schema[name]?.fields ?? [])
            .filter { !(isShare && Share.fields.contains($0.name)) }
        fields = plain.map { Field($0) }
        numbers = Dictionary(
            zip(plain.map(\.name), plain.indices), uniquingKeysWith: { first, _ in first })
    }
}

extension JSONWriter {
    /// Takes back a comma after the last member.
    mutating func closeList() {
        if last == UInt8(ascii: ",") { removeLast() }
    }

    /// Appends `{"recordName":…,"zoneID":…}`.
    mutating func append(_ id: RecordID, owner: String?) {
        append(raw: #"{"recordName":"#)
        append(text: id.name)
        append(raw: #","zoneID":"#)
        append(id.zone, owner: owner)
        append(byte: UInt8(ascii: "}"))
    }
}
