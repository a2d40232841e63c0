import Foundation
import Testing

@testable import CloudKit

@Suite struct `Tokens of zones` {
    private func zone(_ number: Int) -> CKRecordZone.ID {
        CKRecordZone.ID(zoneName: "Zone \(number)", ownerName: number % 3 == 0 ? "_bob" : "_ann")
    }

    private func token(_ number: Int) -> CKServerChangeToken {
        CKServerChangeToken(data: Data("token \(number)".utf8))
    }

    @Test func `are in one order however they came`() throws {
        let (first, second) = (CKSyncEngine.State(nil), CKSyncEngine.State(nil))
        for number in 0..<50 { first.note(token(number), of: zone(number), isLast: true) }
        for number in (0..<60).reversed() {
            second.note(token(0), of: zone(number * 7 % 60), isLast: true)
        }
        for number in 0..<50 { second.note(token(number), of: zone(number), isLast: true) }
        for number in 50..<60 { second.forgetToken(of: zone(number)) }
        #expect(first.serialization == second.serialization)
        let kept = try JSONEncoder().encode(first.serialization)
        let read = try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: kept)
        let third = CKSyncEngine.State(read)
        #expect(third.serialization == first.serialization)
        for number in 0..<50 { #expect(third.token(of: zone(number)) == token(number)) }
        #expect(third.token(of: zone(50)) == nil)
        third.forgetTokens()
        #expect(third.serialization == CKSyncEngine.State(nil).serialization)
    }

    @Test func `are told apart by the bytes of names`() {
        var tokens = ZoneTokens()
        let names = ["e\u{301}", "\u{e9}", "e"]
        for (number, name) in names.enumerated() {
            tokens[CKRecordZone.ID(zoneName: name)] = token(number)
        }
        #expect(tokens.all.count == 3)
        for (number, name) in names.enumerated() {
            #expect(tokens[CKRecordZone.ID(zoneName: name)] == token(number))
        }
        tokens[CKRecordZone.ID(zoneName: names[0])] = nil
        #expect(tokens[CKRecordZone.ID(zoneName: names[0])] == nil)
        #expect(tokens[CKRecordZone.ID(zoneName: names[1])] == token(1))
    }
}
