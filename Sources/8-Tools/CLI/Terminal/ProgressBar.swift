import Foundation
import Synchronization

/// A line on standard error that says how far long work has come; silent elsewhere.
///
///     import  ████████████████░░░░░░░░  1,204,000 records  61%  84,211/s  0:09 left
final class ProgressBar: Sendable {
    private struct State {
        var last: ContinuousClock.Instant
        var isShown = false
    }

    private static let current = Mutex<ProgressBar?>(nil)

    private let title: String
    private let unit: String
    private let started = ContinuousClock.now
    /// Whether it is shown at all.
    let isActive: Bool
    private let state: Mutex<State>

    /// A bar; it shows itself after a fifth of a second when standard error is a terminal.
    init(_ title: String, unit: String = "records", isActive: Bool = Terminal.isError) {
        self.title = title
        self.unit = unit
        self.isActive = isActive
        state = Mutex(State(last: .now))
        ProgressBar.current.withLock { $0 = self }
    }

    /// Says how many units are done, and which part of the whole that is (0 to 1) where known.
    func update(_ done: Int, fraction: Double? = nil) {
        guard isActive else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            guard now - state.last > .milliseconds(100), now - started > .milliseconds(200) else {
                return
            }
            state.last = now
            state.isShown = true
            Terminal.write(Array(line(done, fraction, now).utf8), to: STDERR_FILENO)
        }
    }

    private func line(_ done: Int, _ fraction: Double?, _ now: ContinuousClock.Instant) -> String {
        let elapsed = max(0.001, (now - started).seconds)
        let colour = Terminal.errorHasColour
        var parts = [Style.bold(title, colour)]
        let columns = Terminal.columns(of: STDERR_FILENO) ?? 80
        if let fraction, columns >= 70 {
            let full = Int((min(1, max(0, fraction)) * 24).rounded())
            parts.append(
                Style.cyan(String(repeating: "█", count: full), colour)
                    + Style.dim(String(repeating: "░", count: 24 - full), colour))
        }
        parts.append("\(Figures.grouped(done)) \(unit)")
        if let fraction { parts.append("\(Int(min(1, max(0, fraction)) * 100))%") }
        parts.append("\(Figures.grouped(Int(Double(done) / elapsed)))/s")
        if let fraction, fraction > 0.01, fraction < 1 {
            let left = Int(elapsed / fraction * (1 - fraction))
            parts.append("\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left")
        }
        return "\r\u{1B}[K" + parts.joined(separator: "  ")
    }

    /// Removes the line.
    func finish() {
        clear()
        ProgressBar.current.withLock { if $0 === self { $0 = nil } }
    }

    private func clear() {
        state.withLock { state in
            if state.isShown { Terminal.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
            state.isShown = false
        }
    }

    /// Removes whatever line is shown, so that something else can be printed.
    static func clearCurrent() { current.withLock { $0 }?.clear() }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        let (whole, atto) = components
        return Double(whole) + Double(atto) / 1e18
    }
}

/// Numbers for people.
enum Figures {
    /// `1234567` as `1,234,567`.
    static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// A number with a given count of decimals.
    static func fixed(_ number: Double, _ decimals: Int) -> String {
        String(format: "%.\(decimals)f", number)
    }

    /// Seconds as milliseconds: `0.42 ms`, `12.3 ms`, `1,204 ms`.
    static func milliseconds(_ seconds: Double) -> String {
        let value = seconds * 1000
        if value < 10 { return fixed(value, 2) + " ms" }
        if value < 100 { return fixed(value, 1) + " ms" }
        return grouped(Int(value.rounded())) + " ms"
    }

    /// `512 bytes`, `20 KB`, `1.3 MB`: thousands, not 1,024s.
    static func bytes(_ number: Int) -> String {
        switch number {
        case ..<1000: count(number, "byte")
        case ..<1_000_000: "\(number / 1000) KB"
        default: fixed(Double(number) / 1e6, 1) + " MB"
        }
    }

    /// `3 records`, `1 record`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }
}
