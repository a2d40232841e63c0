package import Foundation
package import ObjectCore
import RecordCore

/// Identifies a version of an entity where Apple's hash is not known.
///
/// The digest is ours: Apple's systems do not know it. It covers what is stored – names, types,
/// relationships, inheritance, constraints – and the version hash modifiers, and is the same on
/// every machine.
package enum ModelDigest {
    /// The digest of an entity: 32 bytes.
    package static func digest(of entity: ModelEntity) -> Data {
        var parts = [
            entity.name, entity.source.superentity ?? "", entity.source.isAbstract.description,
        ]
        parts.append(entity.source.versionHashModifier ?? "")
        let attributes = entity.source.attributes.filter { !$0.isTransient }
        for attribute in attributes.sorted(by: { $0.name < $1.name }) {
            parts += describe(attribute)
        }
        let relationships = entity.source.relationships.filter { !$0.isTransient }
        for relationship in relationships.sorted(by: { $0.name < $1.name }) {
            parts += [
                "r", relationship.name, relationship.destination ?? "",
                relationship.inverse ?? "", relationship.isToMany.description,
                relationship.isOrdered.description, relationship.isOptional.description,
                relationship.versionHashModifier ?? "",
            ]
        }
        for constraint in entity.source.uniquenessConstraints { parts += ["u"] + constraint }
        return hash(parts)
    }

    /// A digest of the hashes of a file's entities together.
    static func stamp(of hashes: [String: Data]) -> Data {
        hash(
            hashes.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value.base64EncodedString()] })
    }

    private static func describe(_ attribute: ObjectAttribute) -> [String] {
        var parts = [
            "a", attribute.name, attribute.type.rawValue, attribute.isOptional.description,
            attribute.versionHashModifier ?? "", attribute.derivation ?? "",
        ]
        for element in attribute.elements { parts += describe(element) }
        return parts
    }

    /// SHA-256 of the parts, each behind its length.
    private static func hash(_ parts: [String]) -> Data {
        var hash = ContentHash()
        for part in parts { hash.add(Data("\(part.utf8.count):\(part)".utf8)) }
        return hash.digest()
    }

    /// The hash of every entity as a file is to have it: Apple's where it is known.
    package static func hashes(of model: ResolvedModel) -> [String: Data] {
        var hashes: [String: Data] = [:]
        for entity in model.entities {
            hashes[entity.name] = entity.source.versionHash ?? digest(of: entity)
        }
        return hashes
    }
}
