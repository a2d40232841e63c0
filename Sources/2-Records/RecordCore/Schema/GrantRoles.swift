/// The roles of a caller, as the grants of record types use them.
///
///     let roles = GrantRoles(user: "_ann", ["editor"])
///     type.allows(.write, to: roles, of: record)
public struct GrantRoles: Hashable, Sendable {
    /// The record name of the user; nil for an anonymous caller.
    public var user: String?
    /// The custom roles of the user.
    public var custom: Set<String>

    /// Creates the roles of a user; nil is an anonymous caller.
    public init(user: String?, _ custom: Set<String> = []) {
        self.user = user
        self.custom = custom
    }

    /// Whether a grant to a role applies to the user: `_world` covers everyone, `_icloud` every
    /// signed-in user, and `_creator` the user that created the record.
    ///
    /// - Parameter creator: The user that created the record; nil for a record not yet saved.
    func includes(_ role: String, creator: String?) -> Bool {
        switch role {
        case "_world": true
        case "_icloud": user != nil
        case "_creator":
            // As a database compares them.
            user.flatMap { creator?.hasSameBytes(as: $0) } ?? false
        default: user != nil && custom.contains(role)
        }
    }
}

extension RecordType {
    /// The grants that hold: those declared, or those of a new type when none are.
    public var effectiveGrants: [Grant] { grants.isEmpty ? Grant.defaults : grants }

    /// Whether something may be done with a record of the type in the public database.
    ///
    /// - Parameters:
    ///   - permission: What is to be done.
    ///   - roles: The roles of the user.
    ///   - record: The record as it is there; nil while there is none.
    public func allows(
        _ permission: Grant.Permission, to roles: GrantRoles, of record: Record?
    ) -> Bool {
        effectiveGrants.contains {
            $0.permissions.contains(permission)
                && roles.includes($0.role, creator: record?.system?.createdBy)
        }
    }

    /// Whether a record may be created in the public database, or one of the user's own changed.
    func allowsSaving(to roles: GrantRoles) -> Bool {
        allows(.create, to: roles, of: nil)
            || effectiveGrants.contains {
                $0.permissions.contains(.write) && roles.includes($0.role, creator: roles.user)
            }
    }

    /// Which records of the type may be read in the public database.
    public func readable(to roles: GrantRoles) -> ReadableRecords {
        var isOwn = false
        for grant in effectiveGrants where grant.permissions.contains(.read) {
            if roles.includes(grant.role, creator: nil) { return .all }
            if grant.role == "_creator" { isOwn = roles.user != nil }
        }
        return isOwn ? .own : .none
    }
}

/// Which records of a type a user may read.
///
///     let note = RecordType("Note", grants: [Grant([.read], to: "_creator")])
///     note.readable(to: GrantRoles(user: "_ann"))  // .own
///     note.readable(to: GrantRoles(user: nil))     // .none
public enum ReadableRecords: Hashable, Sendable {
    /// Every one.
    case all
    /// Those that the user created.
    case own
    /// None.
    case none
}
