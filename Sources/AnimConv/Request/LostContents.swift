internal import Messages
internal import Reading
internal import Stages

/// The contents of an input that its output lacks, besides frames and audio.
struct LostContents {
  let source: SourceInfo
  /// The contents of the output.
  let kept: MediaContents
  /// Whether another message covers chapters.
  let tellsOfChapters: Bool

  /// A sentence part; nil if nothing is lost.
  var note: ConversionMessage? {
    let lost = tags + [chapters, subtitles, attachments].compactMap(\.self) + marks
    guard !lost.isEmpty else { return nil }
    return ConversionMessage("not kept from the input: \(lost.joined(separator: ", "))")
  }

  private var contents: MediaContents { source.video?.contents ?? MediaContents() }

  /// Names of tags; this many are listed.
  private static let mostNames = 8

  private var tags: [String] {
    let lost = contents.tags.filter { !kept.tags.contains($0) }.map(\.name)
    let rest = max(0, lost.count - Self.mostNames) + contents.omittedTags
    let names = lost.prefix(Self.mostNames) + (rest > 0 ? ["\(rest) more"] : [])
    return names.isEmpty ? [] : ["tags (\(names.joined(separator: ", ")))"]
  }

  private var chapters: String? {
    guard kept.chapters.isEmpty, !tellsOfChapters else { return nil }
    return Self.counted(contents.chapters.count, "chapter", [])
  }

  private var subtitles: String? {
    Self.counted(contents.subtitles.count, "subtitle track", contents.subtitles)
  }

  private var attachments: String? { Self.counted(contents.attachments, "attached file", []) }

  private var marks: [String] {
    let hasXMP = contents.hasXMP || source.metadata.xmp != nil || source.metadata.hasOtherXMP
    let hasCredentials = contents.hasCredentials || source.metadata.hasCredentials
    return (hasXMP ? ["XMP"] : []) + (hasCredentials ? ["content credentials (C2PA)"] : [])
  }

  /// - Returns: nil for none.
  private static func counted(
    _ count: Int, _ name: String, _ tracks: [MediaContents.Track]
  ) -> String? {
    guard count > 0 else { return nil }
    let listed = tracks.prefix(mostNames).map { track in
      track.codec + (track.language.map { " \($0)" } ?? "")
    }
    let list = listed.isEmpty ? "" : " (\(listed.joined(separator: ", ")))"
    return "\(count) \(count == 1 ? name : name + "s")\(list)"
  }
}
