internal import CFFmpeg

extension ContainerText {
  /// Adds the metadata to a container whose header has not been written: the first stream is the
  /// video, the second the sound.
  func describe(_ context: UnsafeMutablePointer<AVFormatContext>) throws(LibavError) {
    for entry in entries { try Self.set(entry, in: &context.metadata) }
    let isQuickTime = String(cString: context.oformat.pointee.name) == "mov"
    let languages = [videoLanguage, soundLanguage].map { language in
      isQuickTime ? language.map(Self.quickTimeCode) : language
    }
    for (index, language) in languages.enumerated() where index < context.nb_streams {
      guard let language else { continue }
      try Self.set(
        Entry(name: "language", value: language),
        in: &context.streams[index]!.metadata)
    }
    if !chapters.isEmpty { try describeChapters(context) }
  }

  /// The codes by which FFmpeg finds a QuickTime language, where they differ from ISO 639-2.
  private static let quickTimeCodes = [
    "bod": "tib", "cym": "wel", "cze": "ces", "deu": "ger", "ell": "gre", "eus": "baq",
    "fre": "fra", "hye": "arm", "isl": "ice", "kat": "geo", "mkd": "mac", "msa": "may",
    "mya": "bur", "nld": "dut", "rum": "ron", "slo": "slk", "sqi": "alb", "swe": "sve",
    "zho": "chi",
  ]

  private static func quickTimeCode(_ language: String) -> String {
    quickTimeCodes[language] ?? language
  }

  /// Whether FFmpeg writes a language into QuickTime: only languages with a Macintosh number
  /// (QuickTime File Format, "Language Code Values").
  ///
  /// - Parameter language: of ISO 639-2.
  package static func quickTimeHolds(_ language: String) -> Bool {
    quickTimeLanguages.contains(quickTimeCode(language))
  }

  private static let quickTimeLanguages = Set(
    """
    alb amh ara arm asm aym aze baq bel ben bul bur cat ces chi dan dut dzo eng epo est fin fra geo ger \
    gre grn guj heb hin hun ice ind iri ita jav jpn kan kas kaz khm kin kir kor kur lao lat lav lit mac \
    mal mar may mlg mlt mol mon nep nor nya ori orm pol por pus que ron run rus san sin slk slv smi snd \
    som spa sve swa tam tat tel tgk tgl tha tib tir tuk tur uig ukr urd uzb vie wel yid
    """.split(separator: " ").map(String.init))

  private static func set(
    _ entry: Entry, in dictionary: inout OpaquePointer?
  ) throws(LibavError) {
    try check("set the tag \(entry.name)") {
      av_dict_set(&dictionary, entry.name, entry.value, 0)
    }
  }

  /// Chapters belong to the container, which frees them.
  private func describeChapters(
    _ context: UnsafeMutablePointer<AVFormatContext>
  ) throws(LibavError) {
    let pointer = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.size
    let list = try checkObject("list the chapters", of: .avutil) {
      av_malloc(chapters.count * pointer)
    }
    context.chapters = list.bindMemory(
      to: UnsafeMutablePointer<AVChapter>?.self, capacity: chapters.count)
    for (index, chapter) in chapters.enumerated() {
      let made = try checkObject("add a chapter", of: .avutil) {
        av_malloc(MemoryLayout<AVChapter>.size)
      }.bindMemory(to: AVChapter.self, capacity: 1)
      made.initialize(to: AVChapter())
      context.chapters[index] = made
      context.nb_chapters = UInt32(index + 1)
      made.pointee.id = Int64(index + 1)
      made.pointee.time_base = AVRational(num: 1, den: 1_000_000_000)
      made.pointee.start = chapter.start
      made.pointee.end = chapter.end
      try Self.set(Entry(name: "title", value: chapter.title), in: &made.pointee.metadata)
    }
  }
}
