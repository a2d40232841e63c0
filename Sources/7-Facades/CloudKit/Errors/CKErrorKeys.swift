/// The domain of CloudKit's errors.
public let CKErrorDomain = "CKErrorDomain"
/// Where a partial failure keeps the error of each item.
public let CKPartialErrorsByItemIDKey = "CKPartialErrors"
/// Where a conflict keeps the record that both sides began with.
public let CKRecordChangedErrorAncestorRecordKey = "AncestorRecord"
/// Where a conflict keeps the record that the server holds.
public let CKRecordChangedErrorServerRecordKey = "ServerRecord"
/// Where a conflict keeps the record that was to be saved.
public let CKRecordChangedErrorClientRecordKey = "ClientRecord"
/// Where an error keeps the seconds after which to try again.
public let CKErrorRetryAfterKey = "CKRetryAfter"
/// Where the error of a lost zone keeps whether the user has reset encrypted data.
public let CKErrorUserDidResetEncryptedDataKey = "CKErrorUserDidResetEncryptedDataKey"
