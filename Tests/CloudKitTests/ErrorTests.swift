import CloudKit
import Testing

@Suite struct `Errors` {
    @Test func `has Apple's numbers and domain`() {
        #expect(CKErrorDomain == "CKErrorDomain")
        #expect(CKError.Code.internalError.rawValue == 1)
        #expect(CKError.Code.partialFailure.rawValue == 2)
        #expect(CKError.Code.unknownItem.rawValue == 11)
        #expect(CKError.Code.invalidArguments.rawValue == 12)
        #expect(CKError.Code.serverRecordChanged.rawValue == 14)
        #expect(CKError.Code.batchRequestFailed.rawValue == 22)
        #expect(CKError.Code.participantAlreadyInvited.rawValue == 37)
        #expect(CKError.unknownItem == CKError.Code.unknownItem)
    }

    @Test func `is caught by type, by code and by pattern`() {
        let error: any Error = CKError(.unknownItem)
        #expect((error as? CKError)?.code == .unknownItem)
        #expect((error as NSError).domain == CKErrorDomain)
        #expect((error as NSError).code == CKError.unknownItem.rawValue)
        func kind(_ error: any Error) -> String {
            do {
                throw error
            } catch CKError.networkUnavailable {
                return "network"
            } catch let error as CKError where error.code == .unknownItem {
                return "unknown"
            } catch {
                return "other"
            }
        }
        #expect(kind(CKError(.networkUnavailable)) == "network")
        #expect(kind(error) == "unknown")
        #expect(kind(CKError(.zoneBusy)) == "other")
        #expect(kind(NSError(domain: "else", code: 11)) == "other")
    }

    @Test func `is what an NSError of its domain is`() {
        let object: any Error = NSError(
            domain: CKErrorDomain, code: CKError.zoneBusy.rawValue,
            userInfo: [CKErrorRetryAfterKey: 3.0])
        #expect((object as? CKError)?.code == .zoneBusy)
        #expect((object as? CKError)?.retryAfterSeconds == 3)
        #expect(NSError(domain: "else", code: 1) as? CKError == nil)
    }

    @Test func `gives what its userInfo says`() throws {
        let id = CKRecord.ID(recordName: "a")
        let record = CKRecord(recordType: "A", recordID: id)
        let inner = CKError(
            .serverRecordChanged,
            userInfo: [
                CKRecordChangedErrorServerRecordKey: record,
                CKRecordChangedErrorClientRecordKey: record,
                CKRecordChangedErrorAncestorRecordKey: record,
            ])
        let outer = CKError(
            .partialFailure, userInfo: [CKPartialErrorsByItemIDKey: [id: inner]])
        let part = try #require(outer.partialErrorsByItemID?[id] as? CKError)
        #expect(part.code == .serverRecordChanged)
        #expect(part.serverRecord?.recordID == id)
        #expect(part.clientRecord?.recordID == id)
        #expect(part.ancestorRecord?.recordID == id)
        #expect(part.retryAfterSeconds == nil)
        #expect(outer.serverRecord == nil)
        let object = outer as NSError
        let dictionary = object.userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: Error]
        #expect((dictionary?[id] as? CKError)?.code == .serverRecordChanged)
    }

    @Test func `prints its code as Apple does`() {
        let error = CKError(
            .unknownItem, userInfo: [NSLocalizedDescriptionKey: "Record not found"])
        #expect("\(error)".contains("\"Unknown Item\" (11"))
        #expect("\(error)".contains("Record not found"))
        #expect((error as NSError).description.contains("\"Unknown Item\" (11"))
    }

    @Test func `says the sentence that it was given`() {
        let error = CKError(
            .invalidArguments,
            userInfo: [NSLocalizedDescriptionKey: "Field 'x' is not marked queryable"])
        #expect(error.localizedDescription == "Field 'x' is not marked queryable")
        #expect((error as any Error).localizedDescription == "Field 'x' is not marked queryable")
    }
}
