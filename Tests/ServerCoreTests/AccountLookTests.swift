import Accounts
import Foundation
import RecordCore
import Synchronization
import TestKit
import TestTime
import Testing

@testable import ServerCore

/// What another process writes while this one asks the store.
@Suite struct `Accounts that are read and written at once` {
    private let base = MemoryStore()
    private let store: FailingStore
    private let maker: AccountRepository
    private let other: AccountRepository

    init() async throws {
        store = FailingStore(base)
        maker = try await AccountRepository(store: base, options: .forTests)
        other = try await AccountRepository(store: store, options: .forTests)
    }

    private static func credentials(_ token: String) -> Credentials {
        var credentials = Credentials()
        credentials.bearer = token
        return credentials
    }

    /// Has the other process ask the store for a token that is none, and holds the answer back until
    /// what is done meanwhile has begun to wait for it.
    private func holdingAnswer<T: Sendable>(
        failsWith failure: StoreError? = nil,
        _ body: () async throws -> [Task<T, any Error>]
    ) async throws -> [T] {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        store.beforeAnswer(to: .serviceData) {
            begin.finish()
            for await _ in released {}
            if let failure { throw failure }
        }
        let early = Task {
            // Of a request whose time is over, where the answer is a failure.
            try await TimeLimit.$current.withValue(failure.map { _ in TimeLimit(seconds: 0) }) {
                _ = try await other.authenticate(Self.credentials("none"))
            }
        }
        for await _ in begun {}
        let tasks = try await body()
        try await Task.sleep(for: .milliseconds(100))
        release.finish()
        await #expect(throws: AuthenticationError.self) { try await early.value }
        var results: [T] = []
        for task in tasks { results.append(try await task.value) }
        return results
    }

    @Test(arguments: [nil, StoreError(.cancelled)])
    func `a token that was made meanwhile is known`(failure: StoreError?) async throws {
        let found = try await holdingAnswer(failsWith: failure) {
            let token = try await maker.createToken(NewToken(.management)).text
            return (0..<8).map { [other] _ in
                Task { try await other.authenticate(Self.credentials(token)).principal.kind }
            }
        }
        #expect(found == Array(repeating: .management, count: 8))
    }

    @Test func `what was made meanwhile is good for polls`() async throws {
        let found = try await holdingAnswer {
            let token = try await maker.createToken(NewToken(.management)).token.id
            return (0..<8).map { [other] _ in
                Task { try await other.isGood(token, of: .management) }
            }
        }
        #expect(found == Array(repeating: true, count: 8))
    }

    @Test func `a user added meanwhile signs in and gets tokens`() async throws {
        let found = try await holdingAnswer {
            let user = try await maker.createUser(NewUser("ann", password: "correct horse"))
            return [
                Task { [other] in
                    try await other.createToken(
                        NewToken(.webAuth, user: user.recordName, rotates: true)
                    ).token.user
                },
                Task { [other] in
                    try await other.signIn(
                        name: "ann", password: "correct horse", peer: "203.0.113.7"
                    ).recordName
                },
            ]
        }
        #expect(found.count == 2 && Set(found).count == 1)
    }

    @Test func `threads that are held up keep no turn to write`() async throws {
        let (held, own) = (WorkThreads(1), WorkThreads(2))
        var options = AccountOptions.forTests
        options.executor = own
        let accounts = try await AccountRepository(store: store, options: options)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        store.beforeAnswer(to: .changeServiceData) {
            begin.finish()
            for await _ in released {}
        }
        @Sendable func add(_ name: String) async throws {
            _ = try await accounts.createUser(NewUser(name, password: "correct horse"))
        }
        let first = Task { try await add("ann") }
        for await _ in begun {}
        let second = Task(executorPreference: held) { try await add("bob") }
        // It waits for its turn, and then for its thread.
        try await Task.sleep(for: .milliseconds(300))
        let end = DispatchSemaphore(value: 0)
        let holding = Task(executorPreference: held) { end.wait() }
        let isDone = Atomic<Bool>(false)
        let third = Task {
            try await add("joe")
            isDone.store(true, ordering: .relaxed)
        }
        release.finish()
        #expect(try await eventually { isDone.load(ordering: .relaxed) })
        end.signal()
        await holding.value
        for task in [first, second, third] { try await task.value }
        held.stop()
        own.stop()
    }
}
