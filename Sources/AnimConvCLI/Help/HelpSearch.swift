internal import AnimConv
internal import ArgumentParser

/// The result of `animconv help -k WORD`: matching options, topics, commands, presets, and options
/// of other programs.
struct HelpSearch {
  private let query: String
  private let words: [String]

  init(_ query: String) {
    self.query = query
    words = Self.words(of: query)
  }

  /// - Throws: `ValidationError` if nothing is found.
  func text(columns: Int) throws -> String {
    let sections = [
      ("OPTIONS ('animconv help OPTION' explains one)", options, 26),
      ("OTHER PROGRAMS", foreign, 18), ("COMMANDS ('animconv COMMAND --help')", commands, 14),
      ("TOPICS ('animconv help TOPIC')", topics, 14),
      ("PRESETS ('animconv presets NAME' shows one)", presets, 20),
    ].filter { !$0.1.isEmpty }
    guard !sections.isEmpty else {
      throw ValidationError(
        "no option, topic, command or preset is about '\(query)'; 'animconv help options' lists "
          + "every option")
    }
    return sections.map { title, rows, width in
      "\(title):\n" + TextTable.text(rows, nameWidth: width, columns: columns)
    }.joined(separator: "\n")
  }

  private typealias Row = (name: String, text: String)

  private var options: [Row] {
    let named = HelpSynonyms.options(for: words) + [foreignOption].compactMap(\.self)
    let ranked = (OptionIndex()?.options ?? []).compactMap { option -> (Int, OptionEntry)? in
      let texts = option.meanings.map { $0.argument.abstract ?? "" }
      if option.key == words.joined(separator: "-") { return (0, option) }
      if named.contains(option.key) { return (1, option) }
      if matches(option.spellings.joined(separator: " ")) { return (2, option) }
      if matches(texts[0]) { return (3, option) }
      return texts.dropFirst().contains(where: matches) ? (4, option) : nil
    }
    return ranked.sorted { ($0.0, $0.1.key) < ($1.0, $1.1.key) }.map {
      ($0.1.title, $0.1.meanings[0].argument.title)
    }
  }

  /// Our option for this word of another program.
  private var foreignOption: String? {
    ["-", "--"].lazy.compactMap { OtherTools.option(for: $0 + words.joined(separator: "-")) }
      .first.map { String($0.drop { $0 == "-" }) }
  }

  private var foreign: [Row] {
    OtherTools.options.filter(matches).compactMap { name in
      OtherTools.option(for: name).map { (name, "\($0) in animconv") }
        ?? OtherTools.hint(for: name).map { (name, $0) }
    }
  }

  private var commands: [Row] {
    AnimConvCommand.configuration.subcommands.map {
      ($0.configuration.commandName ?? "", $0.configuration.abstract)
    }.filter { matches($0.0 + " " + $0.1) }
  }

  private var topics: [Row] {
    HelpTopic.allCases.map { ($0.rawValue, $0.title) }.filter { matches($0.0 + " " + $0.1) }
  }

  private var presets: [Row] {
    let library = Preset.Library()
    return library.names.compactMap { name in
      guard let preset = try? library.preset(named: name),
        matches(name + " " + preset.description)
      else { return nil }
      return (name, Diagnostics.printable(preset.description))
    }
  }

  /// Whether each word is the start of a word in a text.
  private func matches(_ text: String) -> Bool {
    let found = Self.words(of: text)
    return words.allSatisfy { word in found.contains { $0.hasPrefix(word) } }
  }

  /// The words of a text in lower case, with one spelling and without a plural `s`.
  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { word -> String in
      let word = String(word).replacing("colour", with: "color").replacing("grey", with: "gray")
        .replacing("centre", with: "center")
      return word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }
  }
}
