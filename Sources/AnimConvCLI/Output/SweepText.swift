internal import AnimConv
internal import AnimReport
internal import Synchronization
internal import SystemPackage

/// A sweep for people.
enum SweepText {
  /// A line for each setting, the smallest first; `*` marks the frontier.
  static func describe(_ sweep: Sweep) -> String {
    let frontier = Set(sweep.frontier)
    let order = sweep.points.indices.sorted {
      (sweep.points[$0].byteCount, $0) < (sweep.points[$1].byteCount, $1)
    }
    let titles = sweep.points.map(\.setting.title.count).max() ?? 0
    let digits = sweep.points.map { "\($0.byteCount)".count }.max() ?? 0
    var text = ""
    for index in order {
      let point = sweep.points[index]
      let title = point.setting.title
      let bytes = "\(point.byteCount)"
      text += title + String(repeating: " ", count: titles - title.count + 2)
      text += String(repeating: " ", count: digits - bytes.count) + bytes + " bytes  SSIM "
      text += ComparisonText.decimals(point.comparison.ssim, 4)
      text += frontier.contains(index) ? "  *\n" : "\n"
    }
    guard let suggestion = sweep.suggestion else {
      return text + "no setting has an SSIM of at least \(sweep.ssim)\n"
    }
    return text + "suggestion: \(sweep.points[suggestion].command)\n"
  }
}

/// How many settings are done, on a terminal.
final class SweepProgress: Sendable {
  private let isShown: Bool
  private let count: Int
  private let line = Mutex(TerminalLine())

  init(isShown: Bool, count: Int) {
    self.isShown = isShown
    self.count = count
  }

  func show(done: Int) {
    if isShown { line.withLock { $0.show("\(done)/\(count) settings") } }
  }

  func finish() {
    if isShown { line.withLock { $0.clear() } }
  }
}

/// The commands that make what a sweep has tried, as a shell reads them.
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
      let isSwitch = (try? ConversionSetting.named(name).isSwitch) == true
      if !isSwitch {
        words += ["--\(name)", value]
      } else if value == "true" {
        words.append("--\(name)")
      }
    }
    // A name that begins with a dash is no option, also when it is the first.
    if input.string.hasPrefix("-") { words[1] = "./" + words[1] }
    if words[2].hasPrefix("-") { words[2] = "./" + words[2] }
    return Self.line(words)
  }

  /// Words as a shell reads them.
  static func line(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
        || "%+,-./:=@_".utf8.contains($0)
    }
    if isPlain, !word.isEmpty { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}
