import Foundation
import PredicateCore

/// Formats parsed a second, against GNUstep's NSPredicate on the same formats.
enum ParseBenchmark {
    static func run() async throws {
        let formats = try lines(of: "formats.txt")
        var refused = Set<Int>()
        var rival: Double?
        if let line = try gnustep("parse", ["formats.txt", "3"])?.first,
            let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        {
            refused = Set((answer["refused"] as? [Int]) ?? [])
            rival = answer["formatsPerSecond"] as? Double
        }
        let common = formats.enumerated().filter { !refused.contains($0.offset) }.map(\.element)
        for format in formats { _ = try QueryPredicate(parsing: format) }
        var rates: [Double] = []
        for _ in 0..<7 {
            let rounds = 500
            let time = try await seconds {
                for _ in 0..<rounds {
                    for format in common { keep(try QueryPredicate(parsing: format)) }
                }
            }
            rates.append(Double(rounds * common.count) / time)
        }
        let ours = median(rates)
        print("Quarry  \(ours.places(0)) formats/s (\(common.count) formats; parses all \(formats.count))")
        if let rival {
            print("GNUstep \(rival.places(0)) formats/s (refuses \(refused.count))")
            print("ratio   \((ours / rival).places(1)) times faster")
        }
    }
}

/// What a template with variables saves over parsing again.
enum TemplateBenchmark {
    static func run() async throws {
        let template = try QueryPredicate(
            parsing: "name BEGINSWITH[cd] $prefix AND age >= $age AND city IN $cities")
        let rounds = 20_000
        let result = try await paired {
            for round in 0..<rounds {
                keep(
                    try QueryPredicate(
                        parsing: "name BEGINSWITH[cd] %@ AND age >= %d AND city IN %@",
                        .text("A"), .int(Int64(round)), .list([.text("Paris"), .text("Lima")])))
            }
        } _: {
            for round in 0..<rounds {
                keep(
                    try template.substituting([
                        "prefix": .text("A"), "age": .int(Int64(round)),
                        "cities": .list([.text("Paris"), .text("Lima")]),
                    ]))
            }
        }
        let parse = median(result.a) / Double(rounds) * 1e9
        let fill = median(result.b) / Double(rounds) * 1e9
        print("parse with arguments  \(parse.places(0)) ns")
        print("fill in a template    \(fill.places(0)) ns")
        print("ratio                 \(result.ratio.places(2)) (parse / template)")
    }
}
