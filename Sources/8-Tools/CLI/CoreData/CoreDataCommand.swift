import ArgumentParser

/// `quarry coredata`: looks into stores of Core Data, without their model.
struct CoreDataCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coredata",
        abstract: "Look into a Core Data store without its model.",
        discussion: """
            A store keeps its model since iOS 11; that of an older one is recovered from
            its tables, or given with --model. The file is only read, and stays as it is.

            EXAMPLES
              quarry coredata inspect Recipes.sqlite --svg recipes.svg
              quarry coredata query Recipes.sqlite Recipe 'ANY ingredients.amount != nil'
              quarry coredata export Recipes.sqlite > recipes.jsonl
              quarry coredata mirror Notes.sqlite
              quarry coredata serve Recipes.sqlite

            \(Status.help)
            """,
        subcommands: [
            CoreDataInspectCommand.self, CoreDataQueryCommand.self, CoreDataExportCommand.self,
            CoreDataMirrorCommand.self,
        ] + serverCommands)

    #if Server
    private static let serverCommands: [any ParsableCommand.Type] = [CoreDataServeCommand.self]
    #else
    private static let serverCommands: [any ParsableCommand.Type] = []
    #endif
}
