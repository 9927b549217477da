internal import ArgumentParser

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The argument parser's own description of a command, so that completion covers every option.
struct CommandDescription: Decodable {
  struct Name: Decodable {
    let kind: String
    let name: String

    /// The option as users type it.
    var text: String { (kind == "long" ? "--" : "-") + name }
  }

  struct Argument: Decodable {
    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let allValues: [String]?
    let defaultValue: String?
    let sectionTitle: String?
    let isRepeating: Bool
    let shouldDisplay: Bool

    var isOption: Bool { kind == "option" }
    var isPositional: Bool { kind == "positional" }

    /// The first sentence of the help.
    var title: String {
      let text = abstract ?? ""
      return text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) } ?? text
    }
  }

  let commandName: String
  let abstract: String?
  let defaultSubcommand: String?
  let subcommands: [CommandDescription]?
  let arguments: [Argument]?

  private struct Document: Decodable { let command: CommandDescription }

  /// The whole command; nil if the parser's description has an unknown format.
  static var animconv: CommandDescription? {
    let text = AnimConvCommand._dumpHelp()
    do { return try JSONDecoder().decode(Document.self, from: Data(text.utf8)).command } catch {
      return nil
    }
  }

  func subcommand(_ name: String) -> CommandDescription? {
    subcommands?.first { $0.commandName == name }
  }
}
