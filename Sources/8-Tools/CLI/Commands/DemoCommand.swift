import ArgumentParser
import Foundation
import PredicateCore
import RecordCore
import Stores

/// `quarry demo`: sample data and a handful of questions.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Make a database of real cities and ask it a handful of questions.",
        discussion: """
            Shows each predicate, its answer, the time it took and the index that served
            it. The database stays, so that you can go on asking.

            With --serve the cities are in the dashboard of a server on this machine, until
            Ctrl-C ends it; a link that is printed signs a browser in, once.

            EXAMPLES
              quarry demo
              quarry demo --store cities.db
              quarry demo --serve

            Data: GeoNames (https://www.geonames.org), CC BY 4.0.
            """)

    @OptionGroup var place: StoreOptions

    @Flag(help: "Show the cities in the dashboard.")
    var serve = false

    @Option(help: "With --serve: the port; without it any that is free.")
    var port: Int?

    func validate() throws {
        if serve, place.store != nil {
            throw ValidationError(
                "--serve keeps the cities for as long as it runs: leave --store out.")
        }
        if port != nil, !serve { throw ValidationError("--port goes with --serve.") }
    }

    func run() async throws {
        if serve { return try await runServer() }
        Interrupt.listen()
        var place = place
        if place.store == nil { place.store = try DemoCommand.freshPath() }
        try await place.withStore(creating: true) { store in
            try await fill(store, place, named: place.plainLocation)
            for (index, question) in DemoQuestion.all.enumerated() {
                if Interrupt.isRequested { throw Failure(.interrupted) }
                try await ask(question, number: index + 1, store, place)
            }
            try invite(place)
        }
    }

    /// A file in a directory of the user's own under the temporary one.
    static func freshPath() throws -> String {
        let temporary = FileManager.default.temporaryDirectory.path
        let directory = temporary + "/quarry-demo-\(getuid())"
        var info = stat()
        if mkdir(directory, 0o700) != 0 {
            // Someone else's directory, or a link, is not to be trusted.
            guard errno == EEXIST, lstat(directory, &info) == 0,
                info.st_mode & S_IFMT == S_IFDIR, info.st_uid == getuid()
            else { throw Failure.system("cannot be made", path: directory, code: EACCES) }
        }
        let path = directory + "/cities.db"
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        return path
    }

    /// Saves the cities and countries, and says so.
    func fill(
        _ store: any RecordStore, _ place: StoreOptions, named name: String
    ) async throws {
        let started = ContinuousClock.now
        try await store.updateSchema { before in
            var schema = before
            for (name, type) in CityRecords.schema.types { schema[name] = type }
            for case .dropField(let type, let field) in before.changes(to: schema) {
                throw Failure(
                    .usage, "\(name) has a type \(type) of its own, with \(field)",
                    advice: "Name a store that does not exist, or leave --store out.")
            }
            return [schema]
        }
        if place.zone != nil { try await store.createZones([place.zoneID], in: place.scope) }
        let countries = CityRecords.countries(in: place.zoneID)
        let cities = CityRecords.cities(in: place.zoneID)
        let saver = BatchSaver(store, in: place.scope, user: place.user)
        let bar = ProgressBar("import")
        let all = Double(countries.count + cities.count)
        for (index, record) in (countries + cities).enumerated() {
            try await saver.add(record, line: index + 1, bytes: 200)
            if index % 100 == 0 { bar.update(index, fraction: Double(index) / all) }
            if Interrupt.isRequested {
                await saver.stop()
                throw Failure(.interrupted, "stopped by Ctrl-C")
            }
        }
        do { try await saver.finish() } catch let refusal as BatchSaver.Refusal {
            throw refusal.error
        }
        try await StoreLocation.finishLoad(of: store)
        bar.finish()
        let seconds = (ContinuousClock.now - started).seconds
        try DemoCommand.say(
            "\(Figures.count(cities.count, "city").replacingOccurrences(of: "citys", with: "cities"))"
                + " and \(countries.count) countries in \(Style.bold(name)), "
                + "saved in \(Figures.fixed(seconds, 1)) s")
        try DemoCommand.say(Style.dim("Data: GeoNames, CC BY 4.0"))
        try DemoCommand.say()
    }

    private func ask(
        _ question: DemoQuestion, number: Int, _ store: any RecordStore, _ place: StoreOptions
    ) async throws {
        let query = try question.query(in: place.zoneID)
        try DemoCommand.say(Style.boldCyan("\(number)  \(question.title)"))
        try DemoCommand.say("   " + Style.green(question.format) + DemoCommand.rest(question))
        let started = ContinuousClock.now
        var answer = ""
        if question.countsOnly {
            answer = Figures.grouped(try await store.count(query, in: place.scope)) + "\n"
        } else {
            let page = try await store.fetch(query, in: place.scope)
            var table = Table(
                header: question.fields, width: Terminal.columns().map { max(20, $0 - 3) })
            for record in page.records {
                table.append(
                    question.fields.map { field in
                        var cell = CellText.cell(record[field])
                        if field == "population", case .int(let number) = record[field] {
                            cell.text = Figures.grouped(Int(number))
                        }
                        return cell
                    })
            }
            answer = table.flush()
        }
        let elapsed = (ContinuousClock.now - started).seconds
        for line in answer.split(separator: "\n") { try DemoCommand.say("   " + line) }
        let explanation = try await store.explain(query, in: place.scope)
        let index =
            explanation.indexes.isEmpty
            ? (explanation.scans ? "no index: every record is looked at" : "no index")
            : "index " + explanation.indexes.joined(separator: ", ")
        try DemoCommand.say("   " + Style.dim("\(Figures.milliseconds(elapsed)) · \(index)"))
        try DemoCommand.say()
    }

    private static func say(_ line: String = "") throws { try Output.print((line + "\n").utf8) }

    private static func rest(_ question: DemoQuestion) -> String {
        let words =
            question.arguments.map { "%@ = \($0)" } + (question.sort.map { ["sort \($0)"] } ?? [])
        return words.isEmpty ? "" : Style.dim("   " + words.joined(separator: ", "))
    }

    private func invite(_ place: StoreOptions) throws {
        guard place.store != "memory:" else { return }
        try DemoCommand.say(Style.bold("Try it yourself"))
        let store = place.reminder
        let lines = [
            #"quarry query City 'name LIKE[cd] "san *" AND population > 1000000' --sort name"#
                + store,
            DemoQuestion.all[2].command(store),
            "quarry query Country 'population / area > 1000' --fields name,population,area" + store,
            #"quarry explain City 'timeZone == "Asia/Tokyo" AND population > 500000'"# + store,
            "quarry schema show" + store,
            "quarry export City" + store
                + #" | quarry filter 'alternateNames.@count > 7' --fields name --limit 5"#,
        ]
        for line in lines { try DemoCommand.say("  " + line) }
    }
}

#if !Server
extension DemoCommand {
    func runServer() async throws {
        throw BuiltWithoutServer.failure("quarry demo --serve")
    }
}
#endif
