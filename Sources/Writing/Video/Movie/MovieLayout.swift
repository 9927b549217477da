internal import FileBoxes
internal import Libav
internal import Raster

/// The boxes of an MP4 or MOV with one video track, without samples (ISO/IEC 14496-12 and 14496-15,
/// QuickTime File Format).
///
/// The index precedes the samples, so that players can start before they have the whole file.
/// Movie, track and media have the same time unit, so that no time is rounded.
struct MovieLayout {
  let encoding: VideoEncoding
  /// The content of the `avcC` box.
  let configuration: [UInt8]
  let samples: MovieSamples
  /// ISO 639-2; nil for none.
  var language: String?

  private var isQuickTime: Bool { encoding.container == .mov }

  /// Everything before the samples.
  func head() -> [UInt8] {
    var isLong = false
    var head = boxes(offset: 0, isLong: isLong)
    if head.count + samples.byteCount > Int(UInt32.max) {
      isLong = true
      head = boxes(offset: 0, isLong: isLong)
    }
    return boxes(offset: head.count, isLong: isLong)
  }

  /// - Parameters:
  ///   - offset: the file offset of the first sample.
  ///   - isLong: whether offsets need more than 32 bits.
  private func boxes(offset: Int, isLong: Bool) -> [UInt8] {
    var boxes = BoxBuilder()
    boxes.box("ftyp") { box in
      box.text(isQuickTime ? "qt  " : "isom")
      box.number(0x200, bytes: 4)
      box.text(isQuickTime ? "qt  " : "isomiso2avc1mp41")
    }
    boxes.box("moov") { movie in
      movie.movieHeader(
        timescale: Int(encoding.timescale), ticks: samples.ticks, tracks: 1, isLong: isLongLived)
      movie.box("trak") { appendTrack(to: &$0, offset, isLong) }
    }
    boxes.dataHead(sampleBytes: samples.byteCount)
    return boxes.bytes
  }

  /// Whether 32 bits do not suffice for the ticks of all frames, including the decoding offset of
  /// the first.
  private var isLongLived: Bool { samples.ticks + samples.lead >= Int(UInt32.max) }

  private func appendTrack(to boxes: inout BoxBuilder, _ offset: Int, _ isLong: Bool) {
    boxes.trackHeader(
      id: 1, ticks: samples.ticks, width: encoding.codedSize.width,
      height: encoding.codedSize.height, flags: 3, isLong: isLongLived)
    boxes.edit(ticks: samples.ticks, from: samples.lead, isLong: isLongLived)
    boxes.box("mdia") { media in
      media.mediaHeader(
        timescale: Int(encoding.timescale), ticks: samples.ticks,
        language: languageCode, isLong: isLongLived)
      appendHandler("vide", "mhlr", "VideoHandler", to: &media)
      media.box("minf") { info in
        info.fullBox("vmhd", flags: 1) { $0.numbers([0, 0, 0, 0], bytes: 2) }
        if isQuickTime { appendHandler("url ", "dhlr", "DataHandler", to: &info) }
        info.ownData()
        info.box("stbl") { appendSamples(to: &$0, offset, isLong) }
      }
    }
  }

  /// Three letters of five bits each (ISO/IEC 14496-12, 8.4.2), which QuickTime also accepts.
  private var languageCode: Int {
    guard let letters = language?.utf8, letters.count == 3 else {
      return isQuickTime ? 0x7FFF : 0x55C4
    }
    return letters.reduce(0) { $0 << 5 | (Int($1) - 0x60) & 31 }
  }

  /// - Parameters:
  ///   - component: QuickTime's name of it.
  ///   - name: preceded by its length for QuickTime, otherwise followed by a zero.
  private func appendHandler(
    _ kind: String, _ component: String, _ name: String, to boxes: inout BoxBuilder
  ) {
    let name = Array(name.utf8)
    boxes.handler(
      kind, component: isQuickTime ? component : nil,
      name: isQuickTime ? [UInt8(name.count)] + name : name + [0])
  }

  private func appendSamples(to boxes: inout BoxBuilder, _ offset: Int, _ isLong: Bool) {
    boxes.fullBox("stsd") { box in
      box.number(1, bytes: 4)
      box.box("avc1") { appendEntry(to: &$0) }
    }
    boxes.runs("stts", samples.durations)
    if samples.keys.count < samples.sizes.count { boxes.keySamples(samples.keys) }
    if samples.delays.contains(where: { $0.value != 0 }) { boxes.runs("ctts", samples.delays) }
    boxes.samplesOfChunks(samples.chunkCounts)
    boxes.sampleSizes(samples.sizes)
    boxes.chunkOffsets(samples.chunkOffsets.map { $0 + offset }, isLong: isLong)
  }

  private func appendEntry(to boxes: inout BoxBuilder) {
    boxes.pictureEntry(width: encoding.codedSize.width, height: encoding.codedSize.height)
    boxes.box("avcC") { $0.append(configuration) }
    let tags = encoding.colorTags.codePoints
    boxes.colors(
      [tags.primaries, tags.transfer, tags.matrix],
      isFullRange: isQuickTime ? nil : tags.isFullRange == true)
    boxes.box("pasp") { $0.numbers([1, 1], bytes: 4) }
  }
}
