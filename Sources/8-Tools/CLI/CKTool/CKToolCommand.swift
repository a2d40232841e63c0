#if Server
import ArgumentParser

/// `quarry cktool`: Apple's `cktool`, asked of a Quarry server.
struct CKToolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cktool",
        abstract: "The commands and flags of Apple's cktool, for a Quarry server.",
        discussion: """
            Scripts that say xcrun cktool say quarry cktool instead. --team-id is taken and
            not used. The server is --url, else $QUARRY_SERVER, else http://127.0.0.1:8080;
            tokens come from --token, $CLOUDKIT_MANAGEMENT_TOKEN, $CLOUDKIT_USER_TOKEN
            (with $CLOUDKIT_API_TOKEN where it is a web-auth token), or save-token.

            EXAMPLES
              quarry cktool save-token --type management TOKEN
              quarry cktool import-schema --container-id iCloud.org.example.notes \\
                --environment development --file schema.ckdb
              quarry cktool query-records --container-id iCloud.org.example.notes \\
                --environment development --database-type public --record-type Note \\
                --filters "title == Bread" --sort-by createdTimestamp
            """,
        subcommands: [
            CKSaveToken.self, CKRemoveToken.self, CKGetTeams.self, CKExportSchema.self,
            CKImportSchema.self, CKValidateSchema.self, CKResetSchema.self, CKCreateRecord.self,
            CKQueryRecords.self, CKUpdateRecord.self, CKDeleteRecord.self, CKDeleteRecords.self,
        ])
}
#endif
