internal import AnimConv

/// The location of a page's code and media.
enum PageForm {
  /// In the page itself.
  case inline
  /// In files beside it.
  case files
}

/// The common frame of all pages: the content policy, the code, and a command to copy.
struct PageShell {
  let form: PageForm
  /// Nil for a page without code.
  let script: String?
  let scriptName: String

  /// - Parameter data: JSON for the script, by element names. Nothing in it can end an element.
  func markup(
    title: String, header: HTML, main: HTML, footer: HTML, data: [(id: String, text: String)]
  ) -> HTML {
    let elements = data.map { id, text in
      "<script type=\"application/json\" id=\"\(id)\">\(HTML(trusted: text))</script>" as HTML
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="animconv \(AnimConvVersion.current)">
      <title>\(title)</title>
      \(style)
      </head>
      <body>
      <header>
      \(header)
      </header>
      <main>
      \(main)
      </main>
      <footer>\(footer)</footer>
      \(elements)
      \(code)
      </body>
      </html>

      """
  }

  private var policy: String {
    switch form {
    case .inline: ContentPolicy.inline(style: ReportPage.style, script: script)
    case .files: ContentPolicy.files
    }
  }

  private var style: HTML {
    switch form {
    case .inline: "<style>\(HTML(trusted: ReportPage.style))</style>"
    case .files: "<link rel=\"stylesheet\" href=\"report.css\">"
    }
  }

  private var code: HTML? {
    guard let script else { return nil }
    return switch form {
    case .inline: "<script>\(HTML(trusted: script))</script>"
    case .files: "<script src=\"\(scriptName)\"></script>"
    }
  }

  /// A command with a button that copies it.
  ///
  /// - Parameter subject: what the command makes, if a page has several.
  static func command(_ text: String, id: String, of subject: String? = nil) -> HTML {
    let label = "Command" + (subject.map { " of \($0)" } ?? "")
    return """
      <div class="command"><code id="\(id)" tabindex="0" role="region" \
      aria-label="\(label)">\(text)</code>\
      <button data-copy="\(id)" aria-label="Copy the command\(subject.map { " of \($0)" } ?? "")" \
      hidden>Copy</button></div>
      """
  }
}
