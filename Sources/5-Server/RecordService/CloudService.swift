/// One container in one environment, wherever it is: what gives out sessions.
///
/// ``RecordService`` is one in this process; a server's containers are others.
package protocol CloudService: Sendable {
    /// The container as a user, or an anonymous caller, sees it from a device.
    ///
    /// - Parameters:
    ///   - user: The user's record name; nil for an anonymous caller.
    ///   - device: A name of the device or the program; it gets no notifications of its own
    ///     changes.
    func cloudSession(user: String?, device: String) -> any CloudSession
    /// Lets other users find a user by address or telephone number, and see the user's name.
    func setIdentity(_ identity: UserIdentity) async throws(ServiceError)
    /// Ends all notifications and closes what is open.
    func close() async throws
}

extension RecordService: CloudService {
    /// The container as a user, or an anonymous caller, sees it from a device.
    package func cloudSession(user: String?, device: String) -> any CloudSession {
        session(user: user, device: device)
    }
}
