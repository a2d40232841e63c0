import Foundation
import TestFiles
import Testing
import WebServices
import Yams

@testable import ServerCore

/// `docs/openapi.yaml` beside what the server answers.
@Suite struct `The description of the endpoints` {
    private static let methods: Set = ["get", "head", "post", "put", "patch", "delete"]

    /// The paths of the document with what they say of each method.
    private static func paths() throws -> [String: [String: Any]] {
        let document = try Yams.load(yaml: try PackageFolder.text("docs/openapi.yaml"))
        let members = try #require(document as? [String: Any])
        return try #require(members["paths"] as? [String: [String: Any]])
    }

    @Test func `has every endpoint with its methods, and no other`() throws {
        var described: Set<String> = []
        for (path, item) in try Self.paths() {
            for method in item.keys where Self.methods.contains(method) {
                described.insert("\(method.uppercased()) \(path)")
            }
        }
        let answered = Set(Route.allCases.flatMap(\.endpoints))
        let missing = answered.subtracting(described).sorted()
        let outdated = described.subtracting(answered).sorted()
        #expect(missing.isEmpty, "openapi.yaml lacks \(missing)")
        #expect(outdated.isEmpty, "openapi.yaml has \(outdated), which nothing answers")
    }

    @Test func `names each operation once`() throws {
        var names: [String] = []
        for item in try Self.paths().values {
            for (method, content) in item where Self.methods.contains(method) {
                let operation = try #require(content as? [String: Any])
                names.append(operation["operationId"] as? String ?? "")
            }
        }
        #expect(names.count > 90 && !names.contains(""))
        #expect(Set(names).count == names.count)
    }

    @Test func `has what its references lead to`() throws {
        let text = try PackageFolder.text("docs/openapi.yaml")
        let document = try Yams.load(yaml: text)
        var count = 0
        for part in text.components(separatedBy: "$ref: '#/").dropFirst() {
            let reference = part.prefix { $0 != "'" }
            var place: Any? = document
            for name in reference.split(separator: "/") {
                place = (place as? [String: Any])?[String(name)]
            }
            #expect(place != nil, "\(reference)")
            count += 1
        }
        #expect(count > 500)
    }

    @Test func `has every code of an error`() throws {
        let text = try PackageFolder.text("docs/openapi.yaml")
        for code in WireError.Code.allCases {
            #expect(text.contains("\n        - \(code.rawValue)\n"), "\(code.rawValue)")
        }
    }
}

extension Route {
    /// The methods and paths that the server answers there, as the document writes them.
    fileprivate var endpoints: [String] {
        switch self {
        case .services:
            let database = "/database/1/{container}/{environment}/{database}/"
            let device = "/device/1/{container}/{environment}/"
            let known = Endpoint.allCases.flatMap { endpoint in
                let place = endpoint.rawValue.hasPrefix("tokens/") ? device : database
                return endpoint.methods.map { "\($0) \(place)\(endpoint.rawValue)" }
            }
            return known
                + QuarryEndpoint.allCases.map { "POST \(database)quarry/\($0.rawValue)" }
        case .administration:
            return AdministrationEndpoints.all.map { endpoint in
                endpoint.replacingOccurrences(of: " ", with: " \(Administration.prefix)/")
            }
        case .upload: return ["POST /assets/upload/{seal}", "PUT /assets/upload/{seal}"]
        case .download:
            let parts = "{owner}/{checksum}/{size}/{expiry}/{signature}"
            return ["GET", "HEAD"].map {
                "\($0) /assets/download/{container}/{environment}/\(parts)"
            }
        case .courier: return ["GET /courier/{token}", "POST /courier/{token}"]
        case .signIn: return ["GET /signin", "HEAD /signin", "POST /signin"]
        case .other:
            // The last two are the dashboard's.
            let paths = HostReport.allCases.map(\.rawValue) + ["/", "/dashboard/{file}"]
            return paths.flatMap { ["GET \($0)", "HEAD \($0)"] }
        }
    }
}
