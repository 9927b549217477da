internal import AnimConv
internal import AnimReport
internal import SystemPackage
internal import TextFormats

/// The commands that repeat a sweep's conversions, for a shell.
struct SweepCommandLine: Sendable {
  let input: FilePath
  /// Settings of all.
  let shared: ConversionSettings

  /// `animconv in.gif in-h264-crf22.mp4 --codec h264 --crf 22`
  func text(for setting: SweepSetting) -> String {
    let stem = input.lastComponent?.stem ?? "out"
    var words = [
      "animconv", input.string, "\(stem)\(setting.suffix).\(setting.container.rawValue)",
      "--codec", setting.codec.rawValue, "--crf", "\(setting.crf)",
    ]
    if let scale = setting.scale { words += ["--scale", scale] }
    for name in shared.names {
      guard let value = shared[name] else { continue }
      let isSwitch = (try? ConversionSettings.Setting.named(name).isSwitch) == true
      if !isSwitch {
        words += ["--\(name)", value]
      } else if value == "true" {
        words.append("--\(name)")
      }
    }
    // A name that starts with a dash is not an option, even in first place.
    if input.string.hasPrefix("-") { words[1] = "./" + words[1] }
    if words[2].hasPrefix("-") { words[2] = "./" + words[2] }
    return Self.line(words)
  }

  /// Words quoted for a shell.
  static func line(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
        || "%+,-./:=@_".utf8.contains($0)
    }
    if isPlain, !word.isEmpty { return word }
    return wordInApostrophes(word)
  }
}
