import RecordJSON
import Accounts
import WebServices

/// `/admin/1/users`
extension AccountAdministration {
    func users() async throws -> OrderedJSON {
        let users = try await repository.users()
        return ["users": .list(users.map(\.json))]
    }

    func user(_ name: String) async throws -> OrderedJSON {
        guard let user = try await repository.user(name) else {
            throw AdministrationError(.notFound, "There is no such user.")
        }
        return user.json
    }

    func createUser(_ call: AdministrationCall) async throws -> OrderedJSON {
        let body = try call.object()
        var new = NewUser(
            try body.neededText("name"), password: try body.filled("password", limit: 4096),
            recordName: try body.filled("recordName"), email: try body.filled("email"),
            phone: try body.filled("phone"), givenName: try body.filled("givenName"),
            familyName: try body.filled("familyName"),
            isAdministrator: try body.isOn("isAdministrator"))
        new.isDiscoverable = try body.flag("isDiscoverable") ?? true
        return try await repository.createUser(new).json
    }

    func updateUser(_ call: AdministrationCall, _ name: String) async throws -> OrderedJSON {
        let body = try call.object()
        var change = UserChange()
        change.name = try body.filled("name")
        change.password = try body.filled("password", limit: 4096)
        change.email = try body.text("email")
        change.phone = try body.text("phone")
        change.givenName = try body.text("givenName")
        change.familyName = try body.text("familyName")
        change.isAdministrator = try body.flag("isAdministrator")
        change.isDisabled = try body.flag("isDisabled")
        change.isDiscoverable = try body.flag("isDiscoverable")
        if call.isAboutOneself(name), change.isAdministrator == false || change.isDisabled == true {
            throw AdministrationError(
                .badRequest, "You cannot shut yourself out; another administrator can.")
        }
        return try await repository.updateUser(name, change, keepsAdministrator: true).json
    }

    func deleteUser(_ call: AdministrationCall, _ name: String) async throws -> OrderedJSON {
        if call.isAboutOneself(name) {
            throw AdministrationError(
                .badRequest, "You cannot remove your own account; another administrator can.")
        }
        try await repository.deleteUser(name, keepsAdministrator: true)
        return [:]
    }
}

extension AdministrationCall {
    /// Whether a user of the dashboard asks about the user's own account.
    func isAboutOneself(_ name: String) -> Bool {
        principal.kind == .dashboard && principal.user == name
    }
}
