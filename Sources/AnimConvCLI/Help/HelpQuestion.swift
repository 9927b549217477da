internal import AnimConv
internal import ArgumentParser

/// The words after `animconv help`: a topic, an option, or a search.
enum HelpQuestion {
  /// The page for these words; nil for a command, whose page the parser prints.
  ///
  /// - Parameter words: the words after `help`.
  /// - Throws: `ValidationError` if there is no help about them.
  static func answer(_ words: [String], columns: Int) throws -> String? {
    if let query = searched(words) { return try HelpSearch(query).text(columns: columns) }
    guard words.count == 1 else { return nil }
    let word = words[0]
    if let topic = HelpTopic(rawValue: word) { return topic.text(columns: columns) }
    if commands.contains(word) { return nil }
    if let index = OptionIndex() {
      if let option = index.option(word) {
        return OptionPage(option: option, index: index, columns: columns).text
      }
      if let page = foreign(word, index, columns) { return page }
      throw ValidationError(unknown(word, index))
    }
    throw ValidationError(unknown(word, nil))
  }

  /// The query of `-k WORD` or `search WORD`.
  private static func searched(_ words: [String]) -> String? {
    guard words.count > 1, ["-k", "search", "--search"].contains(words[0]) else { return nil }
    return words.dropFirst().joined(separator: " ")
  }

  /// The page of our option that corresponds to an option of another program.
  private static func foreign(_ word: String, _ index: OptionIndex, _ columns: Int) -> String? {
    let typed = [word, "--" + word, "-" + word].first { OtherTools.hint(for: $0) != nil }
    guard let typed else { return nil }
    if let name = OtherTools.option(for: typed), let option = index.option(name) {
      let page = OptionPage(option: option, index: index, columns: columns).text
      return "\(typed) of other programs is \(option.spelling) here.\n\n" + page
    }
    return OtherTools.hint(for: typed).map { "\(typed) of other programs: \($0)\n" }
  }

  private static var commands: [String] {
    AnimConvCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  private static func unknown(_ word: String, _ index: OptionIndex?) -> String {
    let topics = HelpTopic.allCases.map(\.rawValue)
    let bare = String(word.drop { $0 == "-" })
    let near = NearestName.nearest(to: bare, among: topics + commands + (index?.words ?? []))
    return "no help about '\(word)'; "
      + (near.map { "did you mean '\($0)'?" }
        ?? "topics are \(topics.joined(separator: ", ")); 'animconv help -k WORD' searches")
  }
}
