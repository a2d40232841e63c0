import Testing

/// Runs the tests, all of which are of swift-testing.
///
/// Without a file of this name the package manager looks for XCTest's tests in an index of the
/// sources, whose writing takes a fifth of the compiler's time.
@main struct Tests {
    static func main() async {
        let arguments = CommandLine.arguments
        guard let option = arguments.firstIndex(of: "--testing-library"),
            arguments.dropFirst(option + 1).first == "swift-testing"
        else { return }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
