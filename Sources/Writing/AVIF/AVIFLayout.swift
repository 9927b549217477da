internal import FileBoxes
internal import Libav
internal import Raster

/// The boxes of an AVIF around its samples (AV1 Image File Format 1.1, MIAF, ISO/IEC 14496-12).
///
/// An animation also has its first image as an item, which is shown by viewers without animation.
struct AVIFLayout {
  let encoding: AVIFEncoding
  let times: AVIFTimes
  /// The colours, and alpha.
  var tracks: [AVIFTrack]

  /// Consecutive samples: all, or a few if colour and alpha alternate.
  var samplesPerChunk: Int { tracks.count == 1 ? max(1, tracks[0].sizes.count) : 8 }

  /// The bytes before the samples.
  ///
  /// The places of chunks depend only on the number of these bytes, which does not depend on the
  /// places.
  ///
  /// - Returns: the bytes up to and including the header of the sample box.
  mutating func head() -> [UInt8] {
    let sampleBytes = tracks.reduce(0) { $0 + $1.sizes.reduce(0) { $0 + Int($1) } }
    placeChunks(from: 0)
    var head = boxes(sampleBytes)
    if head.count + sampleBytes > Int(UInt32.max) {
      usesLongOffsets = true
      head = boxes(sampleBytes)
    }
    placeChunks(from: head.count)
    return boxes(sampleBytes)
  }

  private var usesLongOffsets = false

  init(_ encoding: AVIFEncoding, _ times: AVIFTimes, _ tracks: [AVIFTrack]) {
    self.encoding = encoding
    self.times = times
    self.tracks = tracks
  }

  /// Calls `body` for each chunk in file order.
  func eachChunk(_ body: (_ track: Int, _ samples: Range<Int>) throws -> Void) rethrows {
    let (count, step) = (tracks[0].sizes.count, samplesPerChunk)
    for start in stride(from: 0, to: count, by: step) {
      for track in tracks.indices { try body(track, start..<min(count, start + step)) }
    }
  }

  private mutating func placeChunks(from start: Int) {
    var offset = start
    var offsets = tracks.map { _ in [Int]() }
    eachChunk { track, samples in
      offsets[track].append(offset)
      offset += tracks[track].sizes[samples].reduce(0) { $0 + Int($1) }
    }
    for track in tracks.indices { tracks[track].chunkOffsets = offsets[track] }
  }

  private func boxes(_ sampleBytes: Int) -> [UInt8] {
    var boxes = BoxBuilder()
    boxes.box("ftyp") { box in
      let isFull = encoding.options.samples != .yuv420
      let kinds = encoding.isStill ? ["avif"] : ["avis", "avif", "msf1", "iso8"]
      box.text(kinds[0])
      box.number(0, bytes: 4)
      box.text((kinds + ["mif1", "miaf", isFull ? "MA1A" : "MA1B"]).joined())
    }
    appendMeta(to: &boxes)
    if !encoding.isStill { appendMovie(to: &boxes) }
    boxes.dataHead(sampleBytes: sampleBytes)
    return boxes.bytes
  }

  // MARK: Items

  private func appendMeta(to boxes: inout BoxBuilder) {
    boxes.fullBox("meta") { meta in
      meta.handler("pict")
      meta.fullBox("pitm") { $0.number(1, bytes: 2) }
      meta.fullBox("iloc") { box in
        // Offsets and lengths of four bytes.
        box.numbers([0x44, 0], bytes: 1)
        box.number(tracks.count, bytes: 2)
        for track in tracks {
          box.numbers([track.id, 0, 1], bytes: 2)
          box.numbers([track.chunkOffsets[0], Int(track.sizes[0])], bytes: 4)
        }
      }
      meta.fullBox("iinf") { box in
        box.number(tracks.count, bytes: 2)
        for track in tracks {
          box.fullBox("infe", version: 2) { entry in
            entry.numbers([track.id, 0], bytes: 2)
            entry.text("av01" + (track.content == .color ? "Color" : "Alpha"))
            entry.number(0, bytes: 1)
          }
        }
      }
      if tracks.count > 1 {
        meta.fullBox("iref") { box in
          box.box("auxl") { $0.numbers([2, 1, 1], bytes: 2) }
        }
      }
      meta.box("iprp") { box in appendProperties(to: &box) }
    }
  }

  private func appendProperties(to boxes: inout BoxBuilder) {
    boxes.box("ipco") { box in
      box.fullBox("ispe") { $0.numbers([encoding.size.width, encoding.size.height], bytes: 4) }
      // Every sample format here has three channels.
      appendDepths(3, to: &box)
      tracks[0].appendConfiguration(to: &box)
      appendColor(to: &box)
      guard tracks.count > 1 else { return }
      appendDepths(1, to: &box)
      tracks[1].appendConfiguration(to: &box)
      box.fullBox("auxC") { aux in
        aux.text(Self.alphaName)
        aux.number(0, bytes: 1)
      }
    }
    boxes.fullBox("ipma") { box in
      box.number(tracks.count, bytes: 4)
      // The configuration is an essential property.
      let properties = [[1, 2, 0x83, 4], [1, 5, 0x86, 7]]
      for (track, properties) in zip(tracks, properties) {
        box.number(track.id, bytes: 2)
        box.number(properties.count, bytes: 1)
        box.numbers(properties, bytes: 1)
      }
    }
  }

  private func appendDepths(_ channels: Int, to boxes: inout BoxBuilder) {
    boxes.fullBox("pixi") { box in
      box.number(channels, bytes: 1)
      box.numbers(Array(repeating: 8, count: channels), bytes: 1)
    }
  }

  private func appendColor(to boxes: inout BoxBuilder) {
    let tags = encoding.colorTags.codePoints
    boxes.colors(
      [tags.primaries, tags.transfer, tags.matrix], isFullRange: tags.isFullRange == true)
  }

  private static let alphaName = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"

  // MARK: Tracks

  private func appendMovie(to boxes: inout BoxBuilder) {
    boxes.box("moov") { movie in
      movie.movieHeader(
        timescale: times.timescale, ticks: times.playedTicks, tracks: tracks.count, isLong: true)
      for track in tracks { movie.box("trak") { append(track, to: &$0) } }
    }
  }

  private func append(_ track: AVIFTrack, to boxes: inout BoxBuilder) {
    boxes.trackHeader(
      id: track.id, ticks: times.playedTicks, width: encoding.size.width,
      height: encoding.size.height, flags: 1, isLong: true)
    if track.content == .alpha {
      boxes.box("tref") { references in
        references.box("auxl") { $0.number(1, bytes: 4) }
      }
    }
    boxes.edit(ticks: times.ticks, from: 0, isRepeated: times.isRepeated, isLong: true)
    boxes.box("mdia") { media in
      media.mediaHeader(timescale: times.timescale, ticks: times.ticks, isLong: true)
      media.handler(track.content == .color ? "pict" : "auxv")
      media.box("minf") { info in
        info.fullBox("vmhd", flags: 1) { $0.numbers([0, 0, 0, 0], bytes: 2) }
        info.ownData()
        info.box("stbl") { appendSamples(track, to: &$0) }
      }
    }
  }

  private func appendSamples(_ track: AVIFTrack, to boxes: inout BoxBuilder) {
    boxes.fullBox("stsd") { box in
      box.number(1, bytes: 4)
      box.box("av01") { appendEntry(track, to: &$0) }
    }
    boxes.runs("stts", times.runs)
    let (count, step) = (track.sizes.count, samplesPerChunk)
    let rest = count % step
    boxes.samplesOfChunks(
      Array(repeating: step, count: count / step) + (rest > 0 ? [rest] : []))
    boxes.sampleSizes(track.sizes)
    boxes.chunkOffsets(track.chunkOffsets, isLong: usesLongOffsets)
    boxes.keySamples(track.keys)
  }

  private func appendEntry(_ track: AVIFTrack, to boxes: inout BoxBuilder) {
    boxes.pictureEntry(width: encoding.size.width, height: encoding.size.height)
    track.appendConfiguration(to: &boxes)
    if track.content == .color { appendColor(to: &boxes) }
    boxes.fullBox("ccst") { box in
      // Images may refer to other images and to themselves; the number of images is not stated.
      box.number(0x7C00_0000, bytes: 4)
    }
    if track.content == .alpha {
      boxes.fullBox("auxi") { box in
        box.text(Self.alphaName)
        box.number(0, bytes: 1)
      }
    }
  }
}
