internal import AnimTiming
package import Atlases

extension FrameFilesOptions.ListFormat {
  /// The bytes of the file.
  package func bytes(_ list: FrameList) -> [UInt8] {
    let text =
      switch self {
      case .timing: TimingJSON.text(list)
      case .ffconcat: FFConcat.text(list)
      case .ugoira: UgoiraJSON.text(list)
      case .hls: ImagePlaylist.text(list)
      case .android: Self.drawable(list).text
      case .csv, .json, .jsonl: preconditionFailure("a record is made of more than a list")
      }
    return Array(text.utf8)
  }

  /// A list whose names are resources and whose times are whole milliseconds.
  private static func drawable(_ list: FrameList) -> AnimationDrawable {
    AnimationDrawable(
      items: list.entries.map { entry in
        .init(
          drawable: resource(entry.file ?? ""),
          // Never fails: the plan has stored the delay in whole milliseconds.
          milliseconds: (try? entry.delay.time?.ticks(in: .milliseconds, rounding: .nearest)) ?? 0)
      }, isOneShot: list.plays != .forever)
  }

  /// A file's name without its extension.
  package static func resource(_ file: String) -> String {
    file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
  }
}
