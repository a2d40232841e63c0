import Foundation

/// What the page shows.
enum SignInContent {
    /// The form.
    case form(SignInForm)
    /// The user is signed in.
    case done(SignInDone)
    /// A title and a sentence.
    case notice(String, String)

    /// The page.
    func html(nonce: String) -> String {
        let (title, body) =
            switch self {
            case .form(let form): (form.title, form.html)
            case .done(let done): ("You are signed in", done.html(nonce: nonce))
            case .notice(let title, let text):
                (title, "<h1>\(title.escaped)</h1>\n<p>\(text.escaped)</p>")
            }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title.escaped)</title>
            <style nonce="\(nonce)">\(SignInContent.style)</style>
            </head>
            <body>
            <main>
            \(body)
            </main>
            </body>
            </html>

            """
    }

    private static let style = """

        :root { color-scheme: light dark; --back: #f4f3f0; --card: #fff; --ink: #1d1d1f;
          --soft: #5d5c58; --line: #8a8880; --deep: #1f5fa8; --on-deep: #fff; --bad: #a3261b; }
        @media (prefers-color-scheme: dark) { :root { --back: #17181a; --card: #222427;
          --ink: #ececea; --soft: #b0afa9; --line: #7b7a74; --deep: #7db4f0; --on-deep: #10131a;
          --bad: #ff9c8f; } }
        * { box-sizing: border-box; }
        body { margin: 0; min-height: 100vh; display: grid; place-items: center;
          background: var(--back); color: var(--ink);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
        main { width: min(26rem, 100% - 2rem); margin: 1rem; padding: 2rem;
          background: var(--card); border-radius: 1rem; box-shadow: 0 1px 12px #0002; }
        h1 { font-size: 1.4rem; line-height: 1.2; margin: 0 0 .5rem; }
        p { margin: 0 0 1rem; color: var(--soft); overflow-wrap: anywhere; }
        label { display: block; font-weight: 600; margin: 1rem 0 .25rem; }
        input, textarea { width: 100%; padding: .6rem .7rem; font: inherit; color: inherit;
          background: transparent; border: 1px solid var(--line); border-radius: .5rem; }
        textarea { font: .8rem/1.4 ui-monospace, monospace; resize: vertical; }
        button { width: 100%; margin-top: 1.5rem; padding: .7rem; font: inherit;
          font-weight: 600; color: var(--on-deep); background: var(--deep); border: 0;
          border-radius: .5rem; cursor: pointer; }
        a { color: var(--deep); }
        :focus-visible { outline: 3px solid var(--deep); outline-offset: 2px; }
        .bad { color: var(--bad); font-weight: 600; }
        .hint { font-size: .875rem; margin: .25rem 0 0; }
        summary { cursor: pointer; color: var(--soft); }

        """
}

/// The form.
struct SignInForm {
    var place: SignInPlace
    var secret: String
    var isNew: Bool
    var allowsSignUp: Bool
    var name: String
    var error: String?
    var shortest: Int

    var title: String { isNew ? "Make an account" : "Sign in" }

    var html: String {
        var html = """
            <h1>\(title)</h1>
            <p>to use <strong>\(place.container.escaped)</strong>\(
                place.environment == "development" ? " (development)" : "")</p>
            <form method="post" action="/signin">
            """
        for (name, value) in hidden {
            html += "\n<input type=\"hidden\" name=\"\(name)\" value=\"\(value.escaped)\">"
        }
        if let error {
            html += "\n<p class=\"bad\" role=\"alert\" id=\"error\">\(error.escaped)</p>"
        }
        let bad = error == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"error\""
        let notes = [error == nil ? nil : "error", isNew ? "hint" : nil].compactMap { $0 }
        let described =
            (error == nil ? "" : " aria-invalid=\"true\"")
            + (notes.isEmpty ? "" : " aria-describedby=\"\(notes.joined(separator: " "))\"")
        html += """

            <label for="name">Name</label>
            <input id="name" name="name" autocomplete="username" autocapitalize="none"
              spellcheck="false" required maxlength="100" value="\(name.escaped)"\(bad)\(
                name.isEmpty ? " autofocus" : "")>
            <label for="password">Password</label>
            <input id="password" name="password" type="password" required maxlength="1024"
              autocomplete="\(isNew ? "new-password" : "current-password")"\(described)\(
                name.isEmpty ? "" : " autofocus")\(isNew ? " minlength=\"\(shortest)\"" : "")>
            """
        if isNew {
            html += """

                <p class="hint" id="hint">At least \(shortest) characters.</p>
                <label for="email">E-mail address (optional)</label>
                <input id="email" name="email" type="email" autocomplete="email" maxlength="200">
                <label for="given">Given name (optional)</label>
                <input id="given" name="givenName" autocomplete="given-name" maxlength="100">
                """
        }
        html += "\n<button type=\"submit\">\(title)</button>\n</form>"
        if allowsSignUp {
            let other = isNew ? "I have an account" : "Make an account"
            html += "\n<p class=\"hint\"><a href=\"\(link.escaped)\">\(other)</a></p>"
        }
        return html
    }

    private var hidden: [(String, String)] {
        var hidden = [
            ("form", secret), ("container", place.container),
            ("environment", place.environment), ("ckAPIToken", place.apiToken),
        ]
        if let redirect = place.redirect { hidden.append(("redirect", redirect)) }
        if let opener = place.opener { hidden.append(("opener", opener)) }
        if isNew { hidden.append(("new", "1")) }
        return hidden
    }

    /// The other of the two forms.
    private var link: String {
        let fields =
            hidden.filter { $0.0 != "form" && $0.0 != "new" } + (isNew ? [] : [("new", "1")])
        let query = fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        return "/signin?" + query.joined(separator: "&")
    }
}

/// The signed-in user, and the token for the page that waits for it.
struct SignInDone {
    var place: SignInPlace
    var user: String
    var token: String

    func html(nonce: String) -> String {
        var html = """
            <h1>You are signed in</h1>
            <p>as <strong>\(user.escaped)</strong>, to use \(place.container.escaped).
            You can close this window.</p>
            """
        if let home = place.home {
            let address = SignInPlace.address(home, token: token)
            html +=
                "\n<p><a href=\"\(address.escaped)\" rel=\"noreferrer\">Go on to "
                + "\(home.escaped)</a></p>"
        }
        return html + """

            <details>
            <summary>The token, for a program that asks for it</summary>
            <label for="token">ckWebAuthToken</label>
            <textarea id="token" rows="3" readonly spellcheck="false">\(token.escaped)</textarea>
            </details>
            <script nonce="\(nonce)">
            const token = \(SignInDone.quoted(token));
            if (window.opener) {
              for (const origin of [\(place.origins.map(SignInDone.quoted).joined(separator: ", "))]) {
                window.opener.postMessage({ ckWebAuthToken: token, ckSession: token }, origin);
              }
              setTimeout(() => window.close(), 300);
            }
            </script>
            """
    }

    /// A text as JavaScript has it; of what stands in it nothing can end the script.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for unit in text.utf16 {
            let isPlain = unit < 128 && unit >= 32 && ![34, 38, 39, 47, 60, 62, 92].contains(unit)
            if isPlain, let scalar = Unicode.Scalar(unit) {
                quoted.unicodeScalars.append(scalar)
            } else {
                let digits = String(unit, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return quoted + "\""
    }
}

extension String {
    /// As text or as a value in HTML.
    var escaped: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
