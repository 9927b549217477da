/// Boxes that every movie has (ISO/IEC 14496-12, 8.2 to 8.6): headers, and tables of its samples.
///
/// Times are in ticks; those that do not fit 32 bits need `isLong`.
extension BoxBuilder {
  /// Appends `mvhd`.
  package mutating func movieHeader(timescale: Int, ticks: Int, tracks: Int, isLong: Bool) {
    fullBox("mvhd", version: isLong ? 1 : 0) { box in
      box.numbers([0, 0], bytes: isLong ? 8 : 4)
      box.number(timescale, bytes: 4)
      box.number(ticks, bytes: isLong ? 8 : 4)
      // Speed and volume of 1.
      box.numbers([0x0001_0000, 0x0100_0000, 0, 0], bytes: 4)
      box.appendMatrix()
      box.numbers([0, 0, 0, 0, 0, 0, tracks + 1], bytes: 4)
    }
  }

  /// Appends `tkhd` of a video track.
  ///
  /// - Parameter flags: 1 for an enabled track, 2 for a track that is part of the presentation.
  package mutating func trackHeader(
    id: Int, ticks: Int, width: Int, height: Int, flags: Int, isLong: Bool
  ) {
    fullBox("tkhd", version: isLong ? 1 : 0, flags: flags) { box in
      box.numbers([0, 0], bytes: isLong ? 8 : 4)
      box.numbers([id, 0], bytes: 4)
      box.number(ticks, bytes: isLong ? 8 : 4)
      box.numbers([0, 0, 0, 0], bytes: 4)
      box.appendMatrix()
      box.numbers([width << 16, height << 16], bytes: 4)
    }
  }

  /// Appends `mdhd`.
  ///
  /// - Parameter language: nil writes MP4's code for no language.
  package mutating func mediaHeader(
    timescale: Int, ticks: Int, language: Int = 0x55C4, isLong: Bool
  ) {
    fullBox("mdhd", version: isLong ? 1 : 0) { box in
      box.numbers([0, 0], bytes: isLong ? 8 : 4)
      box.number(timescale, bytes: 4)
      box.number(ticks, bytes: isLong ? 8 : 4)
      box.numbers([language, 0], bytes: 2)
    }
  }

  /// Appends `hdlr`.
  ///
  /// - Parameters:
  ///   - component: a field that only QuickTime needs; nil elsewhere.
  ///   - name: with its length prefix or its end mark.
  package mutating func handler(_ kind: String, component: String? = nil, name: [UInt8] = [0]) {
    fullBox("hdlr") { box in
      if let component { box.text(component) } else { box.number(0, bytes: 4) }
      box.text(kind)
      box.numbers([0, 0, 0], bytes: 4)
      box.append(name)
    }
  }

  /// Appends `dinf`: the samples are in this file.
  package mutating func ownData() {
    box("dinf") { data in
      data.fullBox("dref") { references in
        references.number(1, bytes: 4)
        references.fullBox("url ", flags: 1) { _ in }
      }
    }
  }

  /// Appends `edts` with one edit.
  ///
  /// - Parameters:
  ///   - ticks: its duration in ticks of the movie.
  ///   - start: its start in ticks of the media.
  ///   - isRepeated: whether the edit is repeated until the track ends (ISO/IEC 23008-12, 9.6.1).
  package mutating func edit(ticks: Int, from start: Int, isRepeated: Bool = false, isLong: Bool) {
    box("edts") { edits in
      edits.fullBox("elst", version: isLong ? 1 : 0, flags: isRepeated ? 1 : 0) { box in
        box.number(1, bytes: 4)
        box.numbers([ticks, start], bytes: isLong ? 8 : 4)
        box.numbers([1, 0], bytes: 2)
      }
    }
  }

  /// Appends a table of runs of equal values, such as `stts`.
  package mutating func runs(_ kind: String, _ runs: [(count: Int, value: Int)]) {
    fullBox(kind) { box in
      box.number(runs.count, bytes: 4)
      for run in runs { box.numbers([run.count, run.value], bytes: 4) }
    }
  }

  /// Appends `stsz`.
  package mutating func sampleSizes(_ sizes: [UInt32]) {
    fullBox("stsz") { box in
      box.numbers([0, sizes.count], bytes: 4)
      for size in sizes { box.number(Int(size), bytes: 4) }
    }
  }

  /// Appends `stss`.
  ///
  /// - Parameter keys: indices of samples that can be decoded alone, from 0.
  package mutating func keySamples(_ keys: [UInt32]) {
    fullBox("stss") { box in
      box.number(keys.count, bytes: 4)
      for key in keys { box.number(Int(key) + 1, bytes: 4) }
    }
  }

  /// Appends `stsc`: the number of samples in each chunk.
  ///
  /// - Parameter counts: of each chunk.
  package mutating func samplesOfChunks(_ counts: [Int]) {
    let changes = counts.indices.filter { $0 == 0 || counts[$0] != counts[$0 - 1] }
    fullBox("stsc") { box in
      box.number(changes.count, bytes: 4)
      for chunk in changes { box.numbers([chunk + 1, counts[chunk], 1], bytes: 4) }
    }
  }

  /// Appends `stco`, or `co64`: the offset of each chunk in the file.
  package mutating func chunkOffsets(_ offsets: [Int], isLong: Bool) {
    fullBox(isLong ? "co64" : "stco") { box in
      box.number(offsets.count, bytes: 4)
      box.numbers(offsets, bytes: isLong ? 8 : 4)
    }
  }

  /// Appends the start of a visual sample description.
  package mutating func pictureEntry(width: Int, height: Int) {
    numbers([0, 0, 0, 1], bytes: 2)
    numbers([0, 0, 0, 0], bytes: 4)
    numbers([width, height], bytes: 2)
    // 72 dots per inch, one picture per sample, no name, 24 bits, no colour table.
    numbers([72 << 16, 72 << 16, 0], bytes: 4)
    number(1, bytes: 2)
    append(repeatElement(0, count: 32))
    numbers([0x18, 0xFFFF], bytes: 2)
  }

  /// Appends `colr`.
  ///
  /// - Parameters:
  ///   - codes: of primaries, transfer and matrix (ITU-T H.273).
  ///   - isFullRange: nil for QuickTime's box, which has no such field.
  package mutating func colors(_ codes: [Int], isFullRange: Bool?) {
    box("colr") { box in
      box.text(isFullRange == nil ? "nclc" : "nclx")
      box.numbers(codes, bytes: 2)
      if let isFullRange { box.number(isFullRange ? 0x80 : 0, bytes: 1) }
    }
  }

  /// Appends the header of the box that holds the samples, with an eight-byte size if four bytes do
  /// not suffice.
  package mutating func dataHead(sampleBytes: Int) {
    let isLong = sampleBytes + 8 > Int(UInt32.max)
    number(isLong ? 1 : sampleBytes + 8, bytes: 4)
    text("mdat")
    if isLong { number(sampleBytes + 16, bytes: 8) }
  }

  /// As it is.
  private mutating func appendMatrix() {
    numbers([0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000], bytes: 4)
  }
}
