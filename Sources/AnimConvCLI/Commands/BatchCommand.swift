internal import AnimConv
internal import ArgumentParser

struct BatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Convert many animations; unchanged ones are skipped.",
    usage: """
      animconv batch BUILD.json [options]
      animconv batch IN... --out FOLDER --preset NAME [options]
      animconv batch IN... --out FOLDER --container KIND [options]
      animconv batch --files-from LIST --out FOLDER --preset NAME [options]
      animconv batch merge REPORT... [options]
      """,
    discussion: "'animconv help batch run' lists every option.",
    subcommands: [BatchRunCommand.self, BatchMergeCommand.self],
    defaultSubcommand: BatchRunCommand.self)
}
