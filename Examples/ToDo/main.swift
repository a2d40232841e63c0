import CoreData

let persistence = PersistenceController()
do {
    print(
        try ToDo(context: persistence.container.viewContext)
            .run(Array(CommandLine.arguments.dropFirst())))
} catch let failure as ToDo.Failure {
    print(failure)
    exit(failure.description.hasPrefix("todo") ? 64 : 1)
} catch {
    print(error.localizedDescription)
    exit(1)
}
