import Foundation
import RecordService
import Stores
import Testing

/// The stores that every test of the service runs over.
enum Backing: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory = "memory:"
    case sqlite = "sqlite::memory:"

    var testDescription: String { rawValue }

    func open(
        _ environment: StoreEnvironment = .development, limits: StoreLimits = StoreLimits()
    ) async throws -> any RecordStore {
        try await StoreLocation(rawValue).open(environment: environment, limits: limits)
    }

    /// Runs with a fresh service, and closes it after.
    func withService(
        _ environment: StoreEnvironment = .development, limits: StoreLimits = StoreLimits(),
        options: ServiceOptions = ServiceOptions(), schema: RecordSchema? = nil,
        _ body: (RecordService) async throws -> Void
    ) async throws {
        let store = try await open(environment, limits: limits)
        if let schema { try await store.setSchema(schema) }
        let service = RecordService(store: store, container: "iCloud.test", options: options)
        try await body(service)
        try await service.close()
    }
}

extension RecordService {
    var ann: ServiceSession { session(user: "_ann", device: "ann-phone") }
    var bob: ServiceSession { session(user: "_bob", device: "bob-phone") }
    var anonymous: ServiceSession { session(user: nil, device: "web") }
}

extension ServiceSession {
    /// Saves records; throws the first failure.
    @discardableResult
    func save(
        _ records: Record..., in database: Database = .private,
        policy: SavePolicy = .ifServerRecordUnchanged
    ) async throws -> [Record] {
        let result = try await modify(
            SaveRequest(saving: records, policy: policy), in: database)
        return try result.saves.map { try $0.get() }
    }

    /// Deletes a record; throws the failure.
    func delete(_ id: RecordID, in database: Database = .private) async throws {
        for deletion in try await modify(SaveRequest(deleting: [id]), in: database).deletions {
            _ = try deletion.get()
        }
    }

    /// The record of a name.
    func record(_ id: RecordID, in database: Database = .private) async throws -> Record {
        guard let result = try await records([id], in: database)[id] else {
            throw ServiceError(.internalError, nil, "no answer")
        }
        return try result.get()
    }

    /// The names of what a query finds.
    func names(
        _ type: String, _ format: String = "TRUEPREDICATE", in zone: ZoneID? = nil,
        of database: Database = .private
    ) async throws -> [String] {
        try await query(
            RecordQuery(
                type, where: try QueryPredicate(parsing: format), in: zone.map { .zone($0) }),
            in: database
        ).records.map(\.id.name)
    }
}

/// The error that a block throws, or nil.
func failure(_ body: () async throws -> Void) async -> ServiceError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? ServiceError
    }
}

/// What is compared of an error.
struct Sentence: Hashable, CustomStringConvertible {
    var code: ServiceError.Code
    var serverCode: Int?
    var message: String

    init(_ code: ServiceError.Code, _ serverCode: Int?, _ message: String) {
        self.code = code
        self.serverCode = serverCode
        self.message = message
    }

    var description: String { "\(code) \(serverCode ?? 0) \(message)" }
}

extension ServiceError {
    var sentence: Sentence { Sentence(code, serverCode, message) }
}

extension Result where Failure == ServiceError {
    var error: ServiceError? {
        if case .failure(let error) = self { error } else { nil }
    }
    var value: Success? {
        if case .success(let value) = self { value } else { nil }
    }
}
