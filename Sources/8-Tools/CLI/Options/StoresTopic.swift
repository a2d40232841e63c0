import ArgumentParser

/// `quarry help stores`: how a store is named, for every command with `--store`.
struct StoresTopic: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stores",
        abstract: "How a store is named: files, PostgreSQL and servers (a help page).",
        discussion: """
            A store is named by --store, else by $QUARRY_STORE, else it is the file
            quarry/quarry.db under $XDG_DATA_HOME or ~/.local/share.

            LOCATIONS
              cities.db, sqlite:cities.db
                  A file of SQLite.
              memory:
                  A store in memory, gone when the command ends.
              postgres://USER@HOST/DATABASE
                  A database of PostgreSQL, in a tool built with the trait Postgres. A new
                  one with ?search=gin keeps words in an inverted index.
              postgres://…?container=NAME&environment=development|production
                  One container of a database that servers share.
              https://HOST/CONTAINER
                  A container of a server, with a management token in
                  $QUARRY_MANAGEMENT_TOKEN. http:// leaves this machine with --insecure
                  alone. $QUARRY_CERTIFICATE names a file of further authorities.

            WHERE IN A STORE
              --database public, private or shared; --user says whose private database it
              is, or as whom shared zones are seen. --zone NAME alone means the private
              database; a zone of another user is OWNER/NAME with --database shared.
              --user alone leaves it the public one: what writes or copies refuses that.
              --production keeps the schema as it is. A file or a database remembers that
              it was written so, as those of a server's production are; --no-production
              opens it otherwise. At a server --user is needed for a private or shared
              database; it is the record name, which begins with _.

            EXAMPLES
              quarry query City --store cities.db
              QUARRY_STORE=cities.db quarry shell
              quarry query Note --zone Notes --user _ann --store https://host/iCloud.app

            \(Status.help)
            """)

    func run() throws { try Output.print((StoresTopic.helpMessage() + "\n").utf8) }
}
