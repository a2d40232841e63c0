// A field guide to birds, shared by two friends, in CloudKit's async style: zones, references,
// places, changes since a token, subscriptions and a share.
import CloudKit
import Foundation

let cloud = try await LocalCloud(
    at: ProcessInfo.processInfo.environment["QUARRY_CONTAINER"] ?? "memory:")
let identifier = "iCloud.org.example.fieldguide"
let guide = FieldGuide(cloud.container(identifier, user: "ann", device: "phone"))
let tablet = FieldGuide(cloud.container(identifier, user: "ann", device: "tablet"))

print("On the phone:")
try await guide.begin()
try await guide.note(
    "Kingfisher", seenAt: [("pond", 52.5200, 13.4050), ("canal", 52.5300, 13.4200)])
try await guide.note("Heron", seenAt: [("lake", 52.4300, 13.2500)])
try await guide.note("Wren", seenAt: [])
for bird in try await guide.birds(sortedBy: "sightings") { print("  \(bird)") }

print("Within three kilometres of the pond:")
for sighting in try await guide.sightings(near: (52.5200, 13.4050), metres: 3000) {
    print("  \(sighting)")
}

print("On the tablet:")
for line in try await tablet.sync() { print("  \(line)") }
try await guide.note("Wren", seenAt: [("garden", 52.5000, 13.4000)])
try await guide.forget("Heron")
for line in try await tablet.sync() { print("  \(line)") }

print("Bob, who was invited:")
let bob = cloud.container(identifier, user: "bob")
let url = try await guide.share(with: try await bob.userRecordID())
for line in try await guide.visit(as: bob, url) { print("  \(line)") }
