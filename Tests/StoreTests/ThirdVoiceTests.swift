import Foundation
import TestKit
import Testing

/// GNUstep's NSPredicate as a third opinion, where it is installed.
@Suite(
    .serialized,
    .enabled(if: GNUstepVoice.isInstalled, "gnustep-config is not installed (libgnustep-base-dev)"))
struct `Third voice` {
    @Test func `every disagreement about a case is explained`() throws {
        let third = ThirdVoice(try GNUstepVoice())
        let report = try third.compare(ThirdVoice.questions(of: CaseFile.all))
        for difference in report.unexplained { Issue.record("\(difference)") }
        #expect(report.asked > 700)
        #expect(report.agreed > 350)
    }

    @Test func `every disagreement about random formats is explained`() throws {
        let third = ThirdVoice(try GNUstepVoice())
        let isSoak = ProcessInfo.processInfo.environment["QUARRY_SOAK"] != nil
        let seeds: ClosedRange<UInt64> = isSoak ? 1...200 : 1...10
        let report = try third.compare(
            seeds.flatMap { ThirdVoice.questions(seed: $0, count: 300) })
        for difference in report.unexplained { Issue.record("\(difference)") }
        // Most are answered alike: the rules do not explain everything away.
        #expect(report.agreed * 10 > report.asked * 8)
        if isSoak {
            print("\(report.asked) random formats, \(report.agreed) answered alike")
            for (rule, count) in report.explained.sorted(by: { $0.value > $1.value }) {
                print("  \(count)\t\(rule)")
            }
        }
    }
}

@Suite struct `The file of disagreements` {
    @Test func `explains every rule, and nothing else`() throws {
        let file = GNUstepVoice.folder.appending(path: "DISAGREEMENTS.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let headings = text.split(separator: "\n").filter { $0.hasPrefix("### ") }
            .map { String($0.dropFirst(4)) }
        #expect(headings.sorted() == GNUstepRule.all.map(\.name).sorted())
    }
}
