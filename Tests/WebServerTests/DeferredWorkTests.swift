import Foundation
import RecordCore
import TestFiles
import Testing

@testable import RecordTransfer

@Suite struct `Records that waited in a transfer` {
    private let folder = TemporaryFolder()

    /// Tries names that wait; gives how many requests saved them all.
    ///
    /// - Parameters:
    ///   - targets: At what each points; those that do not wait themselves are there.
    ///   - split: How many records one request is divided into, as one of many bytes is.
    private func requests(
        _ targets: [String: [String]], areWritten: Bool = true, pageSize: Int = 100,
        split: Int = 100
    ) async throws -> Int {
        let file = try ProgressFile(
            folder.file("\(UUID().uuidString).json").path, transfer: "test", restart: false)
        try file.deferred.add(
            targets.shuffled().map {
                DeferredName(zone: "Z", type: "T", name: $0, targets: areWritten ? $1 : [])
            })
        var left = Set(targets.keys)
        var requests = 0
        try await file.tryDeferred(
            DeferredWork(
                pageSize: pageSize, advice: nil,
                fetch: { zone, names in
                    names.map { name in
                        let references = (targets[name] ?? []).map {
                            Value.reference(
                                Reference(RecordID($0, zone: zone), action: .validate))
                        }
                        return Record("T", RecordID(name, zone: zone), ["to": .list(references)])
                    }
                },
                save: { _, records in
                    var outcome = TransferOutcome()
                    for part in records.batches(of: split) {
                        requests += 1
                        var names = Set(part.map(\.id.name))
                        // One that is refused takes those with it that point at it.
                        while let refused = names.first(where: { name in
                            (targets[name] ?? []).contains {
                                left.contains($0) && !names.contains($0)
                            }
                        }) {
                            names.remove(refused)
                        }
                        left.subtract(names)
                        outcome.saved += names.count
                        for record in part where !names.contains(record.id.name) {
                            outcome.reason = "missing"
                            outcome.waiting.append(DeferredName(waiting: record))
                        }
                    }
                    return outcome
                }))
        #expect(left.isEmpty)
        return requests
    }

    private var chain: [String: [String]] {
        Dictionary(uniqueKeysWithValues: (0..<500).map { ("\($0)", ["\($0 + 1)"]) })
    }

    @Test func `are saved by one request a page, whatever their order is`() async throws {
        #expect(try await requests(chain) == 5)
    }

    @Test func `are tried once more where a file of an earlier version has no targets`()
        async throws
    {
        #expect(try await requests(chain, areWritten: false) <= 10)
    }

    @Test func `are saved with those that lead to them, also where bytes divide a page`()
        async throws
    {
        var targets = ["a": ["b"], "b": ["c"], "c": ["a"]]
        for number in 0..<6 { targets["d\(number)"] = ["e\(number)"] }
        for number in 0..<6 { targets["e\(number)"] = ["d\(number)"] }
        #expect(try await requests(targets, pageSize: 10, split: 3) < 40)
    }

    @Test func `stay where a ring is more than a request takes, which is said`() async {
        await #expect {
            _ = try await requests(["a": ["b"], "b": ["c"], "c": ["a"]], pageSize: 2)
        } throws: {
            ($0 as? TransferError)?.advice?.contains("at most 2 records") == true
        }
    }
}
