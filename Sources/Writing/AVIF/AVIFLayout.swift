internal import FileBoxes
internal import Libav
internal import Raster

/// The boxes of an AVIF around its samples (AV1 Image File Format 1.1, MIAF, ISO/IEC 14496-12).
///
/// An animation has its first picture as an item, too, which is what shows where nothing moves.
struct AVIFLayout {
  let encoding: AVIFEncoding
  let times: AVIFTimes
  /// The colours, and alpha.
  var tracks: [AVIFTrack]

  /// Samples that lie together: all, or a few where colour and alpha take turns.
  var samplesPerChunk: Int { tracks.count == 1 ? max(1, tracks[0].sizes.count) : 8 }

  /// The bytes before the samples.
  ///
  /// The places of chunks are all known once the number of these bytes is, which does not depend on
  /// them.
  ///
  /// - Returns: the bytes, up to and with the header of the box that holds the samples.
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

  /// Calls `body` for each chunk in the order of the file.
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
    var bytes = boxes.bytes
    // Its size, in eight bytes where four do not hold it.
    var end = BoxBuilder()
    let isLong = sampleBytes + 8 > Int(UInt32.max)
    end.number(isLong ? 1 : sampleBytes + 8, bytes: 4)
    end.text("mdat")
    if isLong { end.number(sampleBytes + 16, bytes: 8) }
    bytes += end.bytes
    return bytes
  }

  // MARK: Items

  private func appendMeta(to boxes: inout BoxBuilder) {
    boxes.fullBox("meta") { meta in
      appendHandler("pict", to: &meta)
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
      // Every sample format here has three.
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
      // The configuration has to be understood.
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
    boxes.box("colr") { box in
      box.text("nclx")
      box.numbers([tags.primaries, tags.transfer, tags.matrix], bytes: 2)
      box.number(tags.isFullRange == true ? 0x80 : 0, bytes: 1)
    }
  }

  private static let alphaName = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"

  // MARK: Tracks

  private func appendMovie(to boxes: inout BoxBuilder) {
    boxes.box("moov") { movie in
      movie.fullBox("mvhd", version: 1) { box in
        box.numbers([0, 0], bytes: 8)
        box.number(times.timescale, bytes: 4)
        box.number(times.playedTicks, bytes: 8)
        // Speed and volume of 1.
        box.numbers([0x0001_0000, 0x0100_0000, 0, 0], bytes: 4)
        appendMatrix(to: &box)
        box.numbers([0, 0, 0, 0, 0, 0, tracks.count + 1], bytes: 4)
      }
      for track in tracks { movie.box("trak") { append(track, to: &$0) } }
    }
  }

  private func append(_ track: AVIFTrack, to boxes: inout BoxBuilder) {
    boxes.fullBox("tkhd", version: 1, flags: 1) { box in
      box.numbers([0, 0], bytes: 8)
      box.numbers([track.id, 0], bytes: 4)
      box.number(times.playedTicks, bytes: 8)
      box.numbers([0, 0, 0, 0], bytes: 4)
      appendMatrix(to: &box)
      box.numbers([encoding.size.width << 16, encoding.size.height << 16], bytes: 4)
    }
    if track.content == .alpha {
      boxes.box("tref") { references in
        references.box("auxl") { $0.number(1, bytes: 4) }
      }
    }
    boxes.box("edts") { edits in
      // The one piece is played again until the track ends.
      edits.fullBox("elst", version: 1, flags: times.isRepeated ? 1 : 0) { box in
        box.number(1, bytes: 4)
        box.numbers([times.ticks, 0], bytes: 8)
        box.numbers([1, 0], bytes: 2)
      }
    }
    boxes.box("mdia") { media in
      media.fullBox("mdhd", version: 1) { box in
        box.numbers([0, 0], bytes: 8)
        box.number(times.timescale, bytes: 4)
        box.number(times.ticks, bytes: 8)
        // No language.
        box.numbers([0x55C4, 0], bytes: 2)
      }
      appendHandler(track.content == .color ? "pict" : "auxv", to: &media)
      media.box("minf") { info in
        info.fullBox("vmhd", flags: 1) { $0.numbers([0, 0, 0, 0], bytes: 2) }
        info.box("dinf") { data in
          data.fullBox("dref") { references in
            references.number(1, bytes: 4)
            references.fullBox("url ", flags: 1) { _ in }
          }
        }
        info.box("stbl") { appendSamples(track, to: &$0) }
      }
    }
  }

  private func appendSamples(_ track: AVIFTrack, to boxes: inout BoxBuilder) {
    boxes.fullBox("stsd") { box in
      box.number(1, bytes: 4)
      box.box("av01") { appendEntry(track, to: &$0) }
    }
    boxes.fullBox("stts") { box in
      box.number(times.runs.count, bytes: 4)
      for run in times.runs { box.numbers([run.count, run.ticks], bytes: 4) }
    }
    let (count, step) = (track.sizes.count, samplesPerChunk)
    boxes.fullBox("stsc") { box in
      let whole = count / step
      let rest = count % step
      box.number((whole > 0 ? 1 : 0) + (rest > 0 ? 1 : 0), bytes: 4)
      if whole > 0 { box.numbers([1, step, 1], bytes: 4) }
      if rest > 0 { box.numbers([whole + 1, rest, 1], bytes: 4) }
    }
    boxes.fullBox("stsz") { box in
      box.numbers([0, count], bytes: 4)
      for size in track.sizes { box.number(Int(size), bytes: 4) }
    }
    boxes.fullBox(usesLongOffsets ? "co64" : "stco") { box in
      box.number(track.chunkOffsets.count, bytes: 4)
      box.numbers(track.chunkOffsets, bytes: usesLongOffsets ? 8 : 4)
    }
    boxes.fullBox("stss") { box in
      box.number(track.keys.count, bytes: 4)
      for key in track.keys { box.number(Int(key) + 1, bytes: 4) }
    }
  }

  private func appendEntry(_ track: AVIFTrack, to boxes: inout BoxBuilder) {
    boxes.numbers([0, 0, 0, 1], bytes: 2)
    boxes.numbers([0, 0, 0, 0], bytes: 4)
    boxes.numbers([encoding.size.width, encoding.size.height], bytes: 2)
    // 72 dots an inch, one picture a sample, no name, 24 bits, no table of colours.
    boxes.numbers([72 << 16, 72 << 16, 0], bytes: 4)
    boxes.number(1, bytes: 2)
    boxes.append(repeatElement(0, count: 32))
    boxes.numbers([0x18, 0xFFFF], bytes: 2)
    track.appendConfiguration(to: &boxes)
    if track.content == .color { appendColor(to: &boxes) }
    boxes.fullBox("ccst") { box in
      // Pictures refer to others, and to themselves; to how many is not said.
      box.number(0x7C00_0000, bytes: 4)
    }
    if track.content == .alpha {
      boxes.fullBox("auxi") { box in
        box.text(Self.alphaName)
        box.number(0, bytes: 1)
      }
    }
  }

  private func appendHandler(_ kind: String, to boxes: inout BoxBuilder) {
    boxes.fullBox("hdlr") { box in
      box.number(0, bytes: 4)
      box.text(kind)
      box.numbers([0, 0, 0], bytes: 4)
      box.number(0, bytes: 1)
    }
  }

  /// As it is.
  private func appendMatrix(to boxes: inout BoxBuilder) {
    boxes.numbers([0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000], bytes: 4)
  }
}
