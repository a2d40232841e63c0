import CoreData

let persistence = PersistenceController()
let context = persistence.container.newBackgroundContext()
let words = Array(CommandLine.arguments.dropFirst())
do {
    try await context.perform { try Notes(context: context).run(words) }
    await persistence.synchronize()
    print(try await context.perform { try Notes(context: context).list() })
} catch {
    print(error.localizedDescription)
    exit(1)
}
