public import RecordJSON
extension WireMessage {
    public init(from reader: inout WireReader) throws(WireError) { throw .badRequest("not read yet") }
    public func write(to writer: inout JSONWriter) {}
}
extension QueryRequest: WireMessage {}
extension ModifyRequest: WireMessage {}
extension LookupRequest: WireMessage {}
extension RecordChangesRequest: WireMessage {}
extension ZoneChangesRequest: WireMessage {}
extension DatabaseChangesRequest: WireMessage {}
extension ZoneLookupRequest: WireMessage {}
extension ZoneModifyRequest: WireMessage {}
extension ShareRequest: WireMessage {}
extension SubscriptionLookupRequest: WireMessage {}
extension SubscriptionModifyRequest: WireMessage {}
extension SubscriptionsReply: WireMessage {}
extension UserLookupRequest: WireMessage {}
extension WireUser: WireMessage {}
extension UsersReply: WireMessage {}
extension AssetUploadRequest: WireMessage {}
extension AssetUploadReply: WireMessage {}
extension AssetReceipt: WireMessage {}
extension AssetRereferenceRequest: WireMessage {}
extension AssetRereferenceReply: WireMessage {}
extension TokenRequest: WireMessage {}
extension TokenReply: WireMessage {}
extension RecordsReply: WireMessage {}
extension ZonesReply: WireMessage {}
extension ZoneChangesReply: WireMessage {}
extension SharesReply: WireMessage {}
extension NotificationsReply: WireMessage {}
extension WireError: WireMessage {}
