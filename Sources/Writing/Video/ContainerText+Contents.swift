internal import AnimTiming
internal import Libav
package import Stages

extension MediaContents {
  /// Whether there are tags or chapters.
  var hasText: Bool { !tags.isEmpty || !chapters.isEmpty }
}

extension VideoEncoding {
  /// Languages of tracks that the file cannot store.
  ///
  /// - Parameter hasSound: whether the file has an audio track.
  package func lostLanguages(of contents: MediaContents, hasSound: Bool) -> [String] {
    guard container == .mov,
      !MovieWriter.canWrite(self, hasSound: hasSound, hasText: contents.hasText)
    else { return [] }
    let found = [contents.language, hasSound ? contents.soundLanguage : nil].compactMap(\.self)
    return Set(found).filter { $0 != "und" && !ContainerText.quickTimeHolds($0) }.sorted()
  }
}

extension ContainerText {
  /// The part of the kept contents that a container stores.
  init(_ contents: MediaContents) {
    self.init(
      entries: contents.tags.map { Entry(name: $0.name, value: $0.value) },
      chapters: contents.chapters.map {
        Chapter(
          start: Self.nanoseconds($0.start), end: Self.nanoseconds($0.end), title: $0.title)
      }, videoLanguage: contents.language, soundLanguage: contents.soundLanguage)
  }

  private static func nanoseconds(_ time: RationalTime) -> Int64 {
    Int64(clamping: Int128(time.numerator) * 1_000_000_000 / Int128(time.denominator))
  }
}
