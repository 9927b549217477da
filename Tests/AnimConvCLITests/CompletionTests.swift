import AnimConv
import Foundation
import Testing

/// The completions of `animconv`, as each shell provides them.
@Suite struct CompletionTests {
  /// The typed words, the offered completions, and words that must not be offered.
  static let lines: [(line: String, offered: [String], hidden: [String])] = [
    ("animconv in.gif out.mp4 --cod", ["--codec"], ["--crf"]),
    ("animconv in.gif out.mp4 --codec ", ["h264", "hevc", "prores"], ["in.gif"]),
    ("animconv in.gif out.mp4 --codec pro", ["prores"], ["h264"]),
    ("animconv in.gif out.mp4 --data aseprite,ph", ["aseprite,phaser"], ["phaser"]),
    ("animconv in.gif out --preset web-", ["web-hero", "web-pixel-art"], ["alpha-webm"]),
    ("animconv --sched", ["--schedule"], []),
    ("animconv in.gif out.mp4 --progress ", ["auto", "json", "none"], []),
    ("animconv insp", ["inspect"], ["convert"]),
    ("animconv in", ["in.gif", "inspect"], ["other.gif"]),
    ("animconv in.gif ou", ["out.mp4"], ["in.gif"]),
    ("animconv inspect --d", ["--delays", "--drop-blank"], ["--dry-run"]),
    ("animconv batch --fail", ["--fail-fast"], []),
    ("animconv batch mer", ["merge"], []),
    ("animconv presets tele", ["telegram-sticker", "telegram-emoji"], ["web-hero"]),
    ("animconv --codec hevc --cod", [], ["--codec"]),
  ]

  private func shell(_ name: String) throws -> URL {
    let path = ["/usr/bin", "/bin", "/opt/homebrew/bin", "/usr/local/bin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    return URL(fileURLWithPath: try #require(path, "\(name) is not there; .ci/setup installs it"))
  }

  /// Runs a script in a folder with some files, with the built command on the path.
  private func run(_ name: String, _ script: String) throws -> String {
    try withTemporaryFolder { folder in
      for file in ["in.gif", "out.mp4", "other.gif"] {
        try Data().write(to: folder.appendingPathComponent(file))
      }
      let completion = try Animconv.run(["--generate-completion-script", name])
      #expect(completion.status == 0)
      let scripts = folder.appendingPathComponent(".scripts")
      try FileManager.default.createDirectory(at: scripts, withIntermediateDirectories: false)
      try completion.output.write(to: scripts.appendingPathComponent("completion"))
      try Data(script.utf8).write(to: scripts.appendingPathComponent("driver"))
      let path = Animconv.executable.deletingLastPathComponent().path
      let options = name == "bash" ? ["--norc"] : name == "zsh" ? ["-f"] : ["--no-config"]
      let outcome = try Animconv.run(
        options + [scripts.appendingPathComponent("driver").path], with: shell(name), in: folder,
        environment: [
          "PATH": "\(path):/usr/bin:/bin", "HOME": scripts.path, "TERM": "dumb", "LC_ALL": "C",
        ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.text
    }
  }

  private func check(_ answers: [[String]]) {
    #expect(answers.count == Self.lines.count)
    for (test, answer) in zip(Self.lines, answers) {
      for word in test.offered { #expect(answer.contains(word), "\(test.line): \(answer)") }
      for word in test.hidden { #expect(!answer.contains(word), "\(test.line): \(answer)") }
    }
  }

  @Test func bashCompletesTheDefaultCommand() throws {
    var script = "source .scripts/completion\n"
    for test in Self.lines {
      let words = test.line.split(separator: " ", omittingEmptySubsequences: false)
        .map { "'\($0)'" }.joined(separator: " ")
      script += """
        COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _animconv
        printf '%s\\n' "${COMPREPLY[@]}" ::end\n
        """
    }
    check(answers(try run("bash", script)))
  }

  @Test func fishCompletesTheDefaultCommand() throws {
    var script = "source .scripts/completion\n"
    for test in Self.lines { script += "complete -C '\(test.line)'\necho ::end\n" }
    check(answers(try run("fish", script)))
  }

  private func answers(_ text: String) -> [[String]] {
    text.components(separatedBy: "::end\n").dropLast().map { answer in
      answer.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
  }

  /// The lines are typed in a terminal; unique completions are inserted.
  @Test func zshCompletesTheDefaultCommand() throws {
    let typed = [
      ("animconv in.gif out.mp4 --cod", "--codec"),
      ("animconv in.gif out.mp4 --codec pro", "prores"),
      ("animconv in.gif out.mp4 --data aseprite,ph", "aseprite,phaser"),
      ("animconv in.gif out --preset web-h", "web-hero"),
      ("animconv in.gif ou", "out.mp4"),
      ("animconv insp", "inspect"),
      ("animconv batch --fail", "--fail-fast"),
    ]
    var script = #"""
      zmodload zsh/zpty
      zpty shell 'exec zsh -f -i'
      say() { zpty -w -n shell "$1"; }
      # Waits for a line that the shell prints, not for its echo.
      await() { local line; while zpty -r shell line; do [[ "$line" == *"$1"* ]] && return; done; }
      say $'unsetopt zle_bracketed_paste prompt_sp; PS1= RPS1=\n'
      say $'autoload -Uz compinit; compinit -u -D; . .scripts/completion; print rea""dy\n'
      await ready

      """#
    for (index, test) in typed.enumerated() {
      script += """
        say $'\(test.0)\\t\\C-e #\\C-a: \\nprint -r -- "do""ne\(index)" "$(fc -ln -1)"\\n'
        while zpty -r shell line; do [[ "$line" == *done\(index)* ]] && break; done
        print -r -- "$line"

        """
    }
    let text = try run("zsh", script)
    for (index, test) in typed.enumerated() {
      let line = try #require(
        text.split(whereSeparator: \.isNewline).first { $0.contains("done\(index)") }, "\(text)")
      #expect(line.contains(" \(test.1)"), "\(test.0): \(line)")
    }
  }

  @Test func everyOptionIsOfferedAndEveryWordIsTaken() throws {
    let offered = try Animconv.run(["---complete", "2", "in.gif", "out.mp4", "--"]).text
      .split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    for setting in ConversionSettings.Setting.all {
      #expect(offered.contains("--\(setting.name)"))
      for value in setting.values { #expect(setting.accepts(value), "\(setting.name) \(value)") }
    }
  }
}
