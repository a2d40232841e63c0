/// What `KeyPathNames` is asked for in another file than the one that registers the names: compiled as
/// a whole, a module has a getter for each key path, and not one for each property.
class Kennel {
    var keeper: Keeper { Keeper() }
    var owner: Keeper? { nil }
    var town: Town { Town() }
    var shed: Shed? { nil }
    var beds = 3
    subscript(place: Int) -> Int { place }
}

/// Its properties have the places of the first of `Kennel` among the methods of their class.
class Shed {
    var tool: Keeper { Keeper() }
    var lender: Keeper? { nil }
}

final class Keeper {
    var age = 40
    var name: String { "Änn" }
    var nick: String? { nil }
}

struct Town {
    var street = "Elm"
}

var keyPathsWrittenElsewhere: [AnyKeyPath] {
    [
        \Kennel.keeper.name, \Kennel.owner?.name, \Kennel.owner?.nick,
        \Kennel.owner?.age, \Kennel.town.street, \Kennel.beds, \Kennel.[3],
        \Kennel.shed?.tool.name, \Kennel.shed?.lender?.name,
    ]
}
