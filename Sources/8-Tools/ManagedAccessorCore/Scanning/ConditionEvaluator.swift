/// Whether a condition of `#if` holds, as far as that can be known before compiling.
enum Truth {
    case holds, fails
    /// The compiler decides; what is written for this part goes under the same condition.
    case unknown

    static func && (left: Truth, right: Truth) -> Truth {
        if left == .fails || right == .fails { return .fails }
        return left == .holds && right == .holds ? .holds : .unknown
    }

    static func || (left: Truth, right: Truth) -> Truth {
        if left == .holds || right == .holds { return .holds }
        return left == .fails && right == .fails ? .fails : .unknown
    }

    static prefix func ! (truth: Truth) -> Truth {
        switch truth {
        case .holds: .fails
        case .fails: .holds
        case .unknown: .unknown
        }
    }
}

/// One `#if` with the branch of it that is being read.
struct ConditionBranch {
    private var earlier: [String] = []
    private var wasTaken = false
    private var condition: String
    private var truth: Truth

    init(_ condition: String, _ truth: Truth) {
        self.condition = condition
        self.truth = truth
    }

    /// Whether the branch may be compiled.
    var isActive: Bool { !wasTaken && truth != .fails }

    /// The condition under which it is compiled; nil where it always is.
    var carried: String? {
        var parts = earlier.map { "!(\($0))" }
        if truth == .unknown { parts.append("(\(condition))") }
        return parts.isEmpty ? nil : parts.joined(separator: " && ")
    }

    /// Goes on to the next branch: `#elseif` or `#else`.
    mutating func next(_ condition: String, _ truth: Truth) {
        switch self.truth {
        case .holds: wasTaken = true
        case .unknown: earlier.append(self.condition)
        case .fails: break
        }
        self.condition = condition
        self.truth = truth
    }
}

/// Decides conditions of `#if`.
struct ConditionEvaluator {
    /// The conditions that the target defines.
    var defined: Set<String> = []
    /// The modules that the target can import.
    var modules: Set<String> = []
    /// Whether modules that are not known cannot be imported.
    var isStrict = false

    private static let toolchain: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML",
        "FoundationInternationalization", "Dispatch", "Glibc", "XCTest", "Testing",
        "Synchronization", "RegexBuilder", "Observation", "CoreData", "CoreFoundation",
        "Distributed", "_Concurrency", "_StringProcessing",
    ]

    /// Frameworks of Apple and modules of other systems, which no target for Linux can import.
    private static let unavailable: Set<String> = [
        "Accelerate", "ActivityKit", "AppIntents", "AppKit", "ARKit", "AuthenticationServices",
        "AVFoundation", "AVKit", "BackgroundTasks", "CallKit", "CarPlay", "CFNetwork", "Charts",
        "ClockKit", "Cocoa", "Combine", "Contacts", "ContactsUI", "CoreAudio", "CoreBluetooth",
        "CoreGraphics", "CoreHaptics", "CoreImage", "CoreMedia", "CoreML", "CoreMotion",
        "CoreServices", "CoreSpotlight", "CoreTelephony", "CoreText", "CoreTransferable",
        "CoreVideo", "CryptoKit", "Darwin", "EventKit", "EventKitUI", "FoundationModels",
        "GameController", "GameKit", "HealthKit", "ImageIO", "Intents", "IOKit", "LinkPresentation",
        "LocalAuthentication", "MapKit", "MediaPlayer", "MessageUI", "Metal", "MetalKit",
        "MetricKit", "MultipeerConnectivity", "MusicKit", "NaturalLanguage", "Network",
        "ObjectiveC", "os", "OSLog", "PassKit", "PDFKit", "PencilKit", "Photos", "PhotosUI",
        "PushKit", "QuartzCore", "QuickLook", "RealityKit", "SafariServices", "SceneKit",
        "Security", "Speech", "SpriteKit", "StoreKit", "SwiftUI", "SystemConfiguration", "TipKit",
        "Translation", "UIKit", "UniformTypeIdentifiers", "UserNotifications", "Vision",
        "WatchConnectivity", "WatchKit", "WeatherKit", "WebKit", "WidgetKit",
        "Android", "Bionic", "CRT", "WASILibc", "WinSDK", "ucrt",
    ]

    private static let systems: Set<String> = [
        "macOS", "OSX", "iOS", "tvOS", "watchOS", "visionOS", "Linux", "Windows", "Android",
        "FreeBSD", "OpenBSD", "WASI", "Cygwin", "Haiku", "PS4", "macCatalyst",
    ]

    /// Whether a condition holds.
    ///
    ///     evaluate("os(Linux) && !DEBUG")  // unknown: DEBUG is the compiler's
    func evaluate(_ condition: String) -> Truth {
        var parser = Parser(words: Self.words(condition), evaluator: self)
        return parser.either(depth: 0)
    }

    private static func words(_ condition: String) -> [String] {
        var words: [String] = []
        var word = ""
        for character in condition {
            if character.isLetter || character.isNumber || character == "_" || character == "." {
                word.append(character)
                continue
            }
            if !word.isEmpty { words.append(word) }
            word = ""
            if !character.isWhitespace { words.append(String(character)) }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    private struct Parser {
        let words: [String]
        let evaluator: ConditionEvaluator
        var position = 0

        mutating func take(_ word: String) -> Bool {
            guard position < words.count, words[position] == word else { return false }
            position += 1
            return true
        }

        mutating func either(depth: Int) -> Truth {
            var truth = both(depth: depth)
            while take("|") {
                _ = take("|")
                truth = truth || both(depth: depth)
            }
            return truth
        }

        mutating func both(depth: Int) -> Truth {
            var truth = single(depth: depth)
            while take("&") {
                _ = take("&")
                truth = truth && single(depth: depth)
            }
            return truth
        }

        mutating func single(depth: Int) -> Truth {
            guard position < words.count, depth < 64 else { return .unknown }
            if take("!") { return !single(depth: depth + 1) }
            if take("(") {
                let truth = either(depth: depth + 1)
                _ = take(")")
                return truth
            }
            let word = words[position]
            position += 1
            guard take("(") else { return flag(word) }
            var arguments: [String] = []
            while position < words.count, !take(")") {
                arguments.append(words[position])
                position += 1
            }
            return query(word, arguments.first ?? "")
        }

        func flag(_ word: String) -> Truth {
            switch word {
            case "true": .holds
            case "false": .fails
            default: evaluator.defined.contains(word) ? .holds : .unknown
            }
        }

        func query(_ word: String, _ argument: String) -> Truth {
            switch word {
            case "os":
                if argument == "Linux" { return .holds }
                return ConditionEvaluator.systems.contains(argument) ? .fails : .unknown
            case "canImport":
                if ConditionEvaluator.toolchain.contains(argument)
                    || evaluator.modules.contains(argument)
                {
                    return .holds
                }
                // Other modules may be those of C, of the system, or in binaries.
                let module = argument.split(separator: ".").first.map(String.init) ?? argument
                return evaluator.isStrict || ConditionEvaluator.unavailable.contains(module)
                    ? .fails : .unknown
            case "targetEnvironment":
                return .fails
            default:
                return .unknown  // Versions, processors, features.
            }
        }
    }
}
