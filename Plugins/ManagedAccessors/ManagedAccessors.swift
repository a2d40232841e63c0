import PackagePlugin

@main
struct ManagedAccessors: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] { [] }
}
