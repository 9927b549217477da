internal import CFFmpeg

extension ContainerText {
  /// The metadata of an open file.
  init(of context: UnsafeMutablePointer<AVFormatContext>) {
    self.init(
      entries: Self.entries(context.metadata), chapters: Self.chapters(of: context))
  }

  static func entries(_ dictionary: OpaquePointer?) -> [Entry] {
    var entries: [Entry] = []
    var last: UnsafeMutablePointer<AVDictionaryEntry>?
    while entries.count < mostEntries,
      let entry = av_dict_get(dictionary, "", last, AV_DICT_IGNORE_SUFFIX)
    {
      entries.append(Entry(name: text(entry.pointee.key), value: text(entry.pointee.value)))
      last = entry
    }
    return entries
  }

  /// The value for a name; nil if there is none.
  static func value(_ name: String, in dictionary: OpaquePointer?) -> String? {
    av_dict_get(dictionary, name, nil, 0).map { text($0.pointee.value) }
  }

  private static func text(_ characters: UnsafePointer<CChar>?) -> String {
    guard let characters else { return "" }
    var bytes: [UInt8] = []
    while bytes.count < mostBytes, characters[bytes.count] != 0 {
      bytes.append(UInt8(bitPattern: characters[bytes.count]))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func chapters(of context: UnsafeMutablePointer<AVFormatContext>) -> [Chapter] {
    let count = min(Int(context.nb_chapters), mostChapters)
    return (0..<count).compactMap { index in
      guard let chapter = context.chapters[index]?.pointee, chapter.time_base.num > 0,
        chapter.time_base.den > 0, chapter.start != CFFMPEG_NOPTS_VALUE
      else { return nil }
      let nanoseconds = AVRational(num: 1, den: 1_000_000_000)
      let start = av_rescale_q(chapter.start, chapter.time_base, nanoseconds)
      let end = av_rescale_q(chapter.end, chapter.time_base, nanoseconds)
      // Numbers that do not fit 64 bits become the smallest number.
      guard start > .min, end > .min else { return nil }
      return Chapter(start: start, end: end, title: value("title", in: chapter.metadata) ?? "")
    }
  }
}
