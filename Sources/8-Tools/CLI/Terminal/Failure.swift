import Foundation
import CoreDataModel
import MirrorCore
import ObjectCore
import PredicateCore
import RecordCore
import RecordJSON
import Stores

#if Server
import Accounts
import CloudKitClient
import RecordTransfer
import ServerCore
#endif

/// How the tool ends, as scripts see it.
enum Status: Int32 {
    /// Done, and something matched where something was asked.
    case ok = 0
    /// Nothing matched.
    case nothing = 1
    /// The command line, a predicate, a query or a schema is wrong.
    case usage = 2
    /// A store or a file cannot be read or written, or holds what it should not.
    case failed = 3
    /// Stopped by Ctrl-C, as shells count it.
    case interrupted = 130
    /// The reader of the output went away, as shells count it.
    case brokenPipe = 141

    /// The part of `--help` that says so.
    static let help = """
        EXIT CODES
          0  done, something matched   2  wrong command, predicate, query or schema
          1  nothing matched           3  a store or a file failed, or bad data
        """
}

/// Why a command stops, in words for the person who typed it.
struct Failure: Error, CustomStringConvertible {
    let status: Status
    /// Empty where nothing needs to be said.
    let message: String
    /// What to do about it.
    var advice: String?
    /// Whether what comes after the item at fault can still be read.
    var isOfOneItem: Bool

    init(
        _ status: Status, _ message: String = "", advice: String? = nil, isOfOneItem: Bool = false
    ) {
        self.status = status
        self.message = message
        self.advice = advice
        self.isOfOneItem = isOfOneItem
    }

    var description: String { message }

    /// The failure with the place in a file in front of its message.
    func at(_ place: String) -> Failure {
        Failure(status, "\(place): \(message)", advice: advice)
    }

    /// A failure of the system, with its own words.
    static func system(_ what: String, path: String? = nil, code: Int32 = errno) -> Failure {
        if code == EPIPE { return Failure(.brokenPipe) }
        let words = String(cString: strerror(code))
        return Failure(.failed, path.map { "\($0): \(what): \(words)" } ?? "\(what): \(words)")
    }

    /// The failure that an error of any module is.
    init(_ error: any Error) {
        switch error {
        #if Server
        case let error as RemoteFailure: self.init(error)
        case let error as AccountError: self.init(error)
        case let error as TransferError:
            self.init(
                error.isRequest ? .usage : .failed, error.message,
                advice: error.advice ?? error.cause?.advice)
        case is ServerBackup.Failure: self.init(.failed, "\(error)")
        #endif
        case let failure as Failure: self = failure
        case let error as QueryProblem:
            self.init(.usage, error.description, advice: error.help)
        case let error as StoreError: self.init(.failed, error.description, advice: error.advice)
        case let error as MoveProblem: self.init(.failed, error.description, advice: error.advice)
        case let error as ObjectProblem:
            self.init(.usage, error.message, advice: error.help)
        case let error as ObjectStoreError:
            self.init(.failed, error.sentence, advice: error.help)
        case is ParseError, is SchemaParseError, is EvaluationError, is SchemaContradiction:
            self.init(.usage, "\(error)")
        case is JSONError, is ModelFileError, is ModelArchiveError, is ModelProblem:
            self.init(.failed, "\(error)")
        case is CancellationError: self.init(.interrupted)
        default:
            let error = error as NSError
            let path = (error.userInfo[NSFilePathErrorKey] as? String).map { "\($0): " } ?? ""
            // Foundation has no words for some: "(NSCocoaErrorDomain error 512.)".
            let cause = (error.userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code.rawValue
            self.init(
                .failed,
                path + (cause.map { String(cString: strerror($0)) } ?? error.localizedDescription))
        }
    }

    /// Prints the failure on standard error; a line of nothing but a caret is coloured.
    func report() {
        ProgressBar.clearCurrent()
        guard !message.isEmpty else { return }
        let colour = Terminal.errorHasColour
        // "\r\n" is one character, and no "\n".
        var lines = message.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }
        ).map(String.init)
        for index in lines.indices {
            lines[index] = Failure.printable(lines[index])
            if index > 0, lines[index].trimmingCharacters(in: .whitespaces) == "^" {
                lines[index] = Style.boldRed(lines[index], colour)
            }
        }
        lines[0] = Style.boldRed("error:", colour) + " " + lines[0]
        if let advice { lines.append(Style.dim(advice, colour)) }
        Terminal.note(lines.joined(separator: "\n"))
    }

    private static func printable(_ line: String) -> String {
        line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
            ? DisplayWidth.printable(line) : line
    }
}

#if Server
extension Failure {
    /// What a server or its directory does not do.
    init(_ error: RemoteFailure) {
        let status: Status =
            switch error.kind {
            case .request: .usage
            case .server: .failed
            case .cancelled: .interrupted
            }
        self.init(status, error.message, advice: error.advice)
    }

    /// What the accounts of a server do not take, or cannot keep.
    init(_ error: AccountError) {
        let status: Status =
            switch error.code {
            case .notFound, .exists, .invalid: .usage
            case .unavailable: .failed
            }
        self.init(status, error.localizedDescription)
    }

    /// No reply came.
    init(_ error: TransportError) { self.init(RemoteFailure(error)) }

    /// A reply that says why not.
    init(_ reply: RemoteReply) { self.init(RemoteFailure(reply)) }
}
#endif

extension QueryProblem {
    /// What a person at the terminal can do about it.
    var help: String? {
        switch code {
        case .unknownType: "quarry schema show lists the record types of the store."
        case .unknownField:
            "quarry schema show TYPE lists the fields of a type"
                + (mayBeText && advice == nil ? "; text is written in quotes." : ".")
        case .typeMismatch where advice?.contains("a date as %@") == true:
            "--arg date:2026-12-21 is a date for the next %@ of the predicate."
        default: nil  // The sentence of the other codes comes with its own advice.
        }
    }

    /// Whether a field of the predicate may be meant as text, of which the predicate has none.
    private var mayBeText: Bool {
        part.map { !$0.hasPrefix("sorted by ") && !$0.contains("\"") } ?? false
    }
}

extension StoreError {
    /// What a person at the terminal can do about it.
    var advice: String? {
        switch code {
        case .typeNotFound: "quarry schema show lists the record types of the store."
        case .notADatabase:
            "Give another file with --store, or move this one away; "
                + "quarry coredata query asks Core Data's stores."
        case .newerVersion: "Use the newer quarry that made it."
        case .unsupportedLocation: "quarry help stores says how stores are named."
        case .moved: "quarry move goes on with a move that was stopped."
        case .cannotCreateType where context["environment"] == nil,
            .cannotChangeField where context["environment"] == nil:
            "The store is one of production; with --no-production its schema grows."
        case .zoneNotFound: "Zones are created by quarry import --zone NAME --user NAME."
        default: nil  // The sentence of the other codes says all there is to say.
        }
    }
}

extension MoveProblem {
    /// What a person at the terminal can do about it.
    var advice: String? {
        switch self {
        case .notEmpty: "Give a file or a schema that does not exist; it is made."
        case .otherSource: "Give another target, or go on from the database that it is filled from."
        case .samePlace:
            "TO is FROM, or a copy of it: give a file or a schema that does not exist."
        case .noMove: "Without --cancel, quarry move begins one."
        case .stillClosed:
            "The same command continues, and --cancel gives up; where TO is lost, "
                + "--cancel --without-target gives up without it."
        case .mayBeOpen:
            "Run the move again. Where TO is lost, quarry restore --renew FROM, with --server as here, "
                + "has it take writes under an identity of its own."
        case .movedBefore, .notWritten, .different: nil
        }
    }
}

extension ObjectProblem {
    /// What a person at the terminal can do about it.
    var help: String? {
        if let advice { return advice }
        return code == .keyPathNotFound
            ? "quarry coredata inspect FILE ENTITY lists the properties of an entity." : nil
    }
}

extension ObjectStoreError {
    /// What went wrong with the file.
    var sentence: String {
        code == .damaged ? "\(path ?? "The file") is no SQLite file, or a damaged one" : description
    }

    /// What a person at the terminal can do about it.
    var help: String? {
        switch code {
        case .notAStore:
            "Core Data keeps Z_METADATA and Z_PRIMARYKEY in its stores; "
                + "quarry query asks databases of quarry."
        case .damaged: "Core Data's stores are SQLite files, often named .sqlite or .store."
        default: nil  // The sentence of the other codes says all there is to say.
        }
    }
}
