import Foundation
import RecordCore
import Testing

/// A page in a browser of its own cookies, used as a person would: by keys, clicks and looking.
final class DashboardPage: @unchecked Sendable {
    // Unchecked: what changes is only reached under the lock.

    let browser: DashboardBrowser
    let base: String
    private let context: String
    private let session: String
    private let lock = NSLock()
    private var heard: [String] = []
    private var asked: [String] = []

    /// Opens an empty page, as large as a desk's.
    init(_ browser: DashboardBrowser, base: String) async throws {
        self.browser = browser
        self.base = base
        context = try await browser.call("Target.createBrowserContext")["browserContextId"].string
        let target = try await browser.call(
            "Target.createTarget",
            #"{"url":"about:blank","browserContextId":"\#(context)"}"#)["targetId"].string
        session = try await browser.call(
            "Target.attachToTarget", #"{"targetId":"\#(target)","flatten":true}"#)["sessionId"]
            .string
        browser.listen { [weak self] method, session, parameters in
            guard let self, session == self.session else { return }
            self.hear(method, parameters)
        }
        for domain in ["Page", "Runtime", "Network", "Log", "DOM"] {
            try await call("\(domain).enable")
        }
        try await resize(1280, 860)
        try await prefer(dark: false)
    }

    func close() async {
        _ = try? await browser.call(
            "Target.disposeBrowserContext", #"{"browserContextId":"\#(context)"}"#)
    }

    @discardableResult
    func call(_ method: String, _ parameters: String = "{}") async throws -> Value {
        try await browser.call(method, parameters, session: session)
    }

    private func hear(_ method: String, _ parameters: Value) {
        lock.withLock {
            switch method {
            case "Runtime.exceptionThrown":
                heard.append("thrown: \(parameters["exceptionDetails"])")
            case "Runtime.consoleAPICalled":
                let kind = parameters["type"].string
                if kind == "error" || kind == "warning" || kind == "assert" {
                    heard.append("\(kind): \(parameters["args"])")
                }
            case "Log.entryAdded":
                let entry = parameters["entry"]
                // That a request was refused is what some tests are about.
                if entry["level"].string == "error", entry["source"].string != "network" {
                    heard.append("\(entry["source"].string): \(entry["text"].string)")
                }
            case "Network.requestWillBeSent":
                asked.append(parameters["request"]["url"].string)
            default: break
            }
        }
    }

    /// What went wrong in the page, as its console tells.
    var complaints: [String] { lock.withLock { heard } }
    /// Every address that the page asked.
    var addresses: [String] { lock.withLock { asked } }

    // MARK: Looking

    /// What an expression of JavaScript gives; promises are waited for.
    @discardableResult
    func evaluate(_ expression: String) async throws -> Value {
        let answer = try await call(
            "Runtime.evaluate",
            #"{"expression":\#(quoted(expression)),"awaitPromise":true,"returnByValue":true}"#)
        if case .dictionary = answer["exceptionDetails"] {
            throw DashboardBrowser.Failure(
                description: "\(expression.prefix(200)): "
                    + answer["exceptionDetails"]["exception"]["description"].string)
        }
        return answer["result"]["value"]
    }

    /// Waits until an expression is true.
    func wait(
        _ expression: String, seconds: Double = 120,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            // Between two pages there is no document to evaluate in.
            if let value = try? await evaluate("!!(\(expression))"), value.isTrue { return }
            try await Task.sleep(for: .milliseconds(25))
        }
        let text = try await evaluate("document.body.innerText").string
        let alerts = try await evaluate(
            "[...document.querySelectorAll('[role=alert]')].map(n => n.textContent).join(' | ')")
        Issue.record(
            "Not within \(seconds) s: \(expression)\nalerts: \(alerts.string)\n\(text.prefix(1500))",
            sourceLocation: sourceLocation)
        throw DashboardBrowser.Failure(description: "Not within \(seconds) s: \(expression)")
    }

    /// The text of the first element that a selector finds; empty when there is none.
    func text(_ selector: String) async throws -> String {
        try await evaluate("document.querySelector(\(quoted(selector)))?.innerText ?? ''").string
    }

    /// The texts of all elements that a selector finds, joined by a bar.
    func texts(_ selector: String) async throws -> String {
        try await evaluate(
            "[...document.querySelectorAll(\(quoted(selector)))].map(n => n.innerText.trim()).join('|')"
        ).string
    }

    func count(_ selector: String) async throws -> Int {
        Int(
            try await evaluate("document.querySelectorAll(\(quoted(selector))).length").number)
    }

    // MARK: Doing

    /// Goes to a place of the dashboard: what stands behind the `#`.
    func go(_ place: String, until selector: String) async throws {
        try await evaluate("location.hash = \(quoted(place))")
        try await wait("document.querySelector(\(quoted(selector)))")
    }

    func click(
        _ selector: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await wait(
            "document.querySelector(\(quoted(selector))) && !document.querySelector(\(quoted(selector))).disabled",
            sourceLocation: sourceLocation)
        try await evaluate(
            "{ const n = document.querySelector(\(quoted(selector))); n.scrollIntoView({block: 'center'}); n.click(); }"
        )
    }

    /// Clicks the button or link that is called so, in the topmost dialog when one is open.
    func press(
        _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let find = """
            (() => {
              const places = [...document.querySelectorAll('dialog[open]')];
              const place = places.at(-1) || document;
              return [...place.querySelectorAll('button, a[href]')].find(n =>
                !n.disabled && (n.innerText.trim() === \(quoted(name)) || n.getAttribute('aria-label') === \(quoted(name))));
            })()
            """
        try await wait(find, sourceLocation: sourceLocation)
        try await evaluate("\(find).click()")
    }

    /// Writes into a field in place of what is there.
    func fill(
        _ selector: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await wait(
            "document.querySelector(\(quoted(selector)))", sourceLocation: sourceLocation)
        try await evaluate(
            "{ const n = document.querySelector(\(quoted(selector))); n.focus(); n.select?.(); }")
        if text.isEmpty {
            try await key("Delete")
        } else {
            try await write(text)
        }
    }

    /// Chooses in a list of choices.
    func choose(_ selector: String, _ value: String) async throws {
        try await wait("document.querySelector(\(quoted(selector)))")
        try await evaluate(
            "{ const n = document.querySelector(\(quoted(selector))); n.value = \(quoted(value)); n.dispatchEvent(new Event('change', {bubbles: true})); }"
        )
    }

    /// Holds what the server answers about a user until `window.release()`; `window.heard` has the
    /// users whose answers the page has read.
    func holdAnswers(to path: String, about user: String) async throws {
        try await evaluate(
            """
            (() => {
              const ask = window.fetch;
              const held = new Promise((go) => { window.release = go; });
              window.heard = new Set();
              window.fetch = async (path, options) => {
                const answer = await ask(path, options);
                if (!path.includes(\(quoted(path)))) return answer;
                const user = new URLSearchParams(path.split('?')[1]).get('user');
                if (user === \(quoted(user))) await held;
                const text = await answer.text();
                return Object.defineProperty(answer, 'text', { value: async () => {
                  setTimeout(() => { window.heard.add(user); }, 0);
                  return text;
                } });
              };
            })()
            """)
    }

    /// Writes where the focus is.
    func write(_ text: String) async throws {
        try await call("Input.insertText", #"{"text":\#(quoted(text))}"#)
    }

    /// A key of the keyboard: `Enter`, `Tab`, `ArrowDown`, `a`.
    func key(_ name: String, shift: Bool = false, control: Bool = false) async throws {
        let codes = [
            "Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37,
            "ArrowRight": 39, "Backspace": 8, "Delete": 46, " ": 32,
        ]
        let code = codes[name] ?? Int(name.uppercased().unicodeScalars.first?.value ?? 0)
        let modifiers = (shift ? 8 : 0) + (control ? 2 : 0)
        let text = name == "Enter" ? "\r" : name.count == 1 && !control ? name : ""
        for kind in ["keyDown", "keyUp"] {
            let content = kind == "keyDown" && !text.isEmpty ? #","text":\#(quoted(text))"# : ""
            try await call(
                "Input.dispatchKeyEvent",
                #"{"type":"\#(kind)","key":\#(quoted(name)),"code":\#(quoted(name)),"windowsVirtualKeyCode":\#(code),"modifiers":\#(modifiers)\#(content)}"#
            )
        }
    }

    /// Gives files to a field for files.
    func attach(_ path: String, to selector: String) async throws {
        let root = try await call("DOM.getDocument")["root"]["nodeId"].number
        let node = try await call(
            "DOM.querySelector", #"{"nodeId":\#(Int(root)),"selector":\#(quoted(selector))}"#)[
                "nodeId"
            ].number
        try await call(
            "DOM.setFileInputFiles", #"{"nodeId":\#(Int(node)),"files":[\#(quoted(path))]}"#)
    }

    // MARK: Surroundings

    func resize(_ width: Int, _ height: Int, isPhone: Bool = false) async throws {
        try await call(
            "Emulation.setDeviceMetricsOverride",
            #"{"width":\#(width),"height":\#(height),"deviceScaleFactor":1,"mobile":\#(isPhone)}"#)
    }

    func prefer(dark: Bool) async throws {
        try await call(
            "Emulation.setEmulatedMedia",
            #"{"features":[{"name":"prefers-color-scheme","value":"\#(dark ? "dark" : "light")"},{"name":"prefers-reduced-motion","value":"reduce"}]}"#
        )
    }

    /// What is to be seen, as a PNG.
    func picture() async throws -> Data {
        let answer = try await call("Page.captureScreenshot", #"{"format":"png"}"#)
        return Data(base64Encoded: answer["data"].string) ?? Data()
    }
}
