import Foundation
import ManagedAccessorCore

/// What the plugin `ManagedAccessors` runs for a target.
@main
enum Main {
    static func main() { exit(AccessorTool.run(Array(CommandLine.arguments.dropFirst()))) }
}
