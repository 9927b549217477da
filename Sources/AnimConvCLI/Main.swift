internal import AnimConv
internal import ArgumentParser
internal import CLibrary

/// The program: finds the command for the arguments, and turns every failure into one line and an
/// exit code.
@main
enum Main {
  /// Runs the command that the arguments name. Every failure is one line on standard error with its
  /// own exit code.
  ///
  /// Not asynchronous: the sandbox must be entered before there is a second thread.
  static func main() {
    Terminal.holdClosedStreams()
    raiseOpenFileLimit()
    JXLDecoder.keepQuiet()
    SignalExit.ignoreBrokenPipes()
    let arguments = EscapedArguments.ofProcess
    do {
      let command = try command(for: arguments)
      if let command = command as? any SandboxedCommand { try Sandbox.enter(command) }
      SignalExit.install()
      Task.detached { await run(command, arguments) }
    } catch {
      SignalExit.exitNow(Failures.tell(error, arguments: arguments))
    }
    // The task ends the process. Signals that the caller had blocked are delivered here.
    var none = sigset_t()
    sigemptyset(&none)
    while true { sigsuspend(&none) }
  }

  /// Runs a command and ends the process.
  private static func run(_ command: any ParsableCommand, _ arguments: [String]) async -> Never {
    do {
      do {
        var command = command
        if var asynchronous = command as? any AsyncParsableCommand {
          try await asynchronous.run()
        } else {
          try command.run()
        }
      } catch let code as ExitCode {
        try Terminal.closeOutput()
        throw code
      } catch  where AnimConvCommand.exitCode(for: error).isSuccess {
        try Terminal.write(AnimConvCommand.fullMessage(for: error) + "\n")
      }
      end()
    } catch {
      if (error as? ConversionError)?.kind == .cancelled, SignalExit.isEndingProcess {
        SignalExit.waitForEnd()
      }
      SignalExit.exitNow(Failures.tell(error, arguments: arguments))
    }
  }

  /// Ends the process after success.
  private static func end() -> Never {
    do { try Terminal.closeOutput() } catch { SignalExit.exitNow(Failures.tell(error)) }
    // Opened libraries do not have to clean up.
    SignalExit.exitNow(0)
  }

  /// The command that the arguments name; prints help, a version or a script and ends the process
  /// if they ask for that.
  private static func command(for arguments: [String]) throws -> any ParsableCommand {
    if let command = try answer(arguments) { return command }
    end()
  }

  /// Prints help, a version or a script.
  ///
  /// - Returns: a command to run instead.
  private static func answer(_ arguments: [String]) throws -> (any ParsableCommand)? {
    if arguments.first == CompletionScript.question {
      try Terminal.write(CompletionScript.answer(arguments.dropFirst()))
      return nil
    }
    if let script = completionScript(arguments) {
      try Terminal.write(script.text)
      return nil
    }
    if arguments.count == 1, ["--help", "-h", "-help", "help"].contains(arguments[0]) {
      try Terminal.write(HelpTopic.overview(columns: Terminal.helpColumns))
      return nil
    }
    if arguments.first == "help",
      let page = try HelpQuestion.answer(
        Array(arguments.dropFirst()), columns: Terminal.helpColumns)
    {
      try Terminal.write(page)
      return nil
    }
    if arguments == ["--version"] {
      try Terminal.write("\(AnimConvCommand.configuration.version)\n")
      return nil
    }
    if arguments.count == 2, Set(arguments) == ["--version", "--json"] {
      try Terminal.write(JSONText.encode(VersionJSON()))
      return nil
    }
    if arguments == ["presets"] {
      try PresetsCommand.listAll()
      return nil
    }
    do {
      let arguments = try withRange(arguments)
      try UsageHint.refuseForeignWords(arguments)
      let request = HelpRequest.page(of: arguments)
      if let page = NarrowPage(answering: request ?? arguments) {
        try Terminal.write(page.text(columns: Terminal.helpColumns))
        return nil
      }
      let command = try parse(request ?? NegativeValues.joined(arguments))
      // The parser's own commands print help.
      if command is any SandboxedCommand { return command }
      var printing = command
      try printing.run()
      return nil
    } catch  where !(error is ExitCode) && AnimConvCommand.exitCode(for: error).isSuccess {
      // Help and the version.
      try Terminal.write(AnimConvCommand.fullMessage(for: error) + "\n")
      return nil
    }
  }

  /// The arguments with synonyms of `--range` replaced, for commands that support it.
  private static func withRange(_ arguments: [String]) throws -> [String] {
    if let named = namedCommand(arguments), named != ConvertCommand.self, named != BatchCommand.self
    {
      return arguments
    }
    return try RangeWords.joined(arguments)
  }

  /// The command that the arguments name, with its options.
  ///
  /// Most command lines are parsed by their own command only, with the settings that they mention,
  /// because examining all commands, or all options of a conversion, takes as long as a small
  /// conversion. Arguments that this parser rejects, such as requests for help, go to the whole
  /// parser, whose messages know the other commands.
  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    if arguments.first == "help" { return try AnimConvCommand.parseAsRoot(arguments) }
    let named = namedCommand(arguments)
    let own = named == nil ? arguments : Array(arguments.dropFirst())
    let whole = named ?? ConvertCommand.self
    let command = whole == ConvertCommand.self ? ConvertLine.self : whole
    if command.configuration.subcommands.isEmpty {
      let mentioned = MentionedSettings.words(in: own)
      let parsed = MentionedSettings.$words.withValue(mentioned) { try? command.parseAsRoot(own) }
      if let parsed { return parsed }
    }
    return try AnimConvCommand.parseAsRoot(arguments)
  }

  /// The command that the first argument names; nil for a file name.
  private static func namedCommand(_ arguments: [String]) -> (any ParsableCommand.Type)? {
    // Querying all commands for their names takes a while.
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard let name = arguments.first, name.utf8.allSatisfy(letters.contains) else { return nil }
    return AnimConvCommand.configuration.subcommands.first { $0.configuration.commandName == name }
  }

  /// The script for `--generate-completion-script SHELL`; nil for other arguments.
  private static func completionScript(_ arguments: [String]) -> CompletionScript? {
    let option = "--generate-completion-script"
    if arguments.count == 2, arguments[0] == option {
      return CompletionScript(rawValue: arguments[1])
    }
    guard arguments.count == 1, arguments[0].hasPrefix(option + "=") else { return nil }
    return CompletionScript(rawValue: String(arguments[0].dropFirst(option.count + 1)))
  }
}
