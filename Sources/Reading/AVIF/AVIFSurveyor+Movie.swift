internal import AnimTiming
internal import FileBoxes
internal import Stages

/// The tracks of an animation (AV1 in ISO base media files, and MIAF, section 8).
extension AVIFSurveyor {
  mutating func readMovie(_ movie: FileBox) throws {
    let tracks = try movie.children.filter { $0.kind == "trak" }
    let color = try tracks.first { try Self.isOfColor($0) }
    guard let color else { throw FileBoxError(reason: "the file has no track of pictures") }
    survey.colors = try readTrack(color)
    if let box = try entry(of: color).colr { try readColor(box) }
    try readTimes(color)
    let id = try Self.id(of: color)
    let alpha = try tracks.first { track in
      guard let references = try track.find("tref", "auxl") else { return false }
      let auxi = try entry(of: track).auxi
      return try references.content.count >= 4 && references.count(at: 0) == id
        && auxi.map(Self.namesAlpha) == true
    }
    for track in [color, alpha].compactMap({ $0 }) { try Self.check(track) }
    if let alpha {
      survey.alpha = try readTrack(alpha)
      let alphaID = try Self.id(of: alpha)
      if let premultiplied = try color.find("tref", "prem") {
        survey.isPremultiplied = try premultiplied.count(at: 0) == alphaID
      }
    }
  }

  /// Checks that every box fits into its parent, also where it is not read: browsers refuse the file.
  private static func check(_ box: FileBox) throws {
    for child in try box.children where containers.contains(child.kind) { try check(child) }
  }

  private static let containers: Set = ["dinf", "edts", "mdia", "minf", "stbl", "tref"]

  private static func isOfColor(_ track: FileBox) throws -> Bool {
    guard let handler = try track.find("mdia", "hdlr") else { return false }
    let kind = String(decoding: handler.content.dropFirst(8).prefix(4), as: UTF8.self)
    return try ["pict", "vide"].contains(kind) && track.find("tref", "auxl") == nil
  }

  private static func id(of track: FileBox) throws -> Int64 {
    let header = try track.require("tkhd")
    let id = try header.count(at: header.version == 1 ? 20 : 12)
    // Chromium refuses it, too (ISO/IEC 14496-12, 8.3.2.3).
    guard id > 0 else { throw FileBoxError(reason: "a track has the number 0") }
    return id
  }

  /// The description of a track's images.
  private struct Entry {
    var width: Int
    var height: Int
    var configuration: [UInt8]
    var colr: FileBox?
    var auxi: FileBox?
  }

  private func entry(of track: FileBox) throws -> Entry {
    let table = try track.require("mdia", "minf", "stbl", "stsd")
    guard let entry = try FileBox.list(in: table.content.dropFirst(8)).first else {
      throw FileBoxError(reason: "a track does not say how it is coded")
    }
    guard entry.kind == "av01" else {
      throw ReadingError.unsupported(
        detail: "the pictures are coded as \(entry.kind), not as AV1", remedy: nil)
    }
    // The common start of all visual entries.
    let boxes = try FileBox.list(in: entry.content.dropFirst(78))
    return Entry(
      width: Int(try entry.count(at: 24, bytes: 2)), height: Int(try entry.count(at: 26, bytes: 2)),
      configuration: boxes.first { $0.kind == "av1C" }.map { Array($0.content) } ?? [],
      colr: boxes.first { $0.kind == "colr" }, auxi: boxes.first { $0.kind == "auxi" })
  }

  private func readTrack(_ track: FileBox) throws -> AVIFStream {
    let entry = try entry(of: track)
    var stream = AVIFStream()
    (stream.width, stream.height) = (entry.width, entry.height)
    stream.take(configuration: entry.configuration)
    let table = try track.require("mdia", "minf", "stbl")
    let sizes = try table.require("stsz")
    let count = Int(try sizes.count(at: 8))
    try limits.check(.frames, count, limits.maxFrames)
    let all = UInt32(truncatingIfNeeded: try sizes.number(at: 4, bytes: 4))
    stream.samples.reserveCapacity(all == 0 ? min(count, sizes.content.count / 4) : count)
    for index in 0..<count {
      let size = all != 0 ? all : UInt32(try sizes.number(at: 12 + 4 * index, bytes: 4))
      stream.samples.append(.init(offset: 0, byteCount: size, isKey: false))
    }
    try placeSamples(&stream, table)
    try markKeys(&stream, table)
    return stream
  }

  /// Finds the place of each sample from its chunk (ISO/IEC 14496-12, 8.7.4, 8.7.5).
  private func placeSamples(_ stream: inout AVIFStream, _ table: FileBox) throws {
    let short = try table.find("stco")
    let offsets = try short ?? table.require("co64")
    let bytes = short != nil ? 4 : 8
    let chunks = Int(try offsets.count(at: 4))
    let groups = try table.require("stsc")
    let groupCount = Int(try groups.count(at: 4))
    var sample = 0
    for group in 0..<groupCount {
      if sample >= stream.samples.count { break }
      let first = Int(try groups.count(at: 8 + 12 * group))
      let perChunk = Int(try groups.count(at: 12 + 12 * group))
      let next =
        group + 1 < groupCount ? Int(try groups.count(at: 20 + 12 * group)) : chunks + 1
      guard first >= 1, next > first, next <= chunks + 1, perChunk >= 1 else {
        throw FileBoxError(reason: "the list of chunks is invalid")
      }
      for chunk in first..<next {
        if sample >= stream.samples.count { break }
        var offset = try offsets.count(at: 8 + bytes * (chunk - 1), bytes: bytes)
        let end = min(sample + perChunk, stream.samples.count)
        while sample < end {
          guard offset >= 0, offset < Int64.max / 2 else {
            throw FileBoxError(reason: "a sample has no place in the file")
          }
          stream.samples[sample].offset = offset
          offset += Int64(stream.samples[sample].byteCount)
          sample += 1
        }
      }
    }
    guard sample == stream.samples.count else {
      throw FileBoxError(reason: "some samples lie in no chunk")
    }
  }

  /// Without a list, every sample is a key frame (8.6.2).
  private func markKeys(_ stream: inout AVIFStream, _ table: FileBox) throws {
    guard let keys = try table.find("stss") else {
      for index in stream.samples.indices { stream.samples[index].isKey = true }
      return
    }
    let count = Int(try keys.count(at: 4))
    for index in 0..<min(count, stream.samples.count) {
      let sample = Int(try keys.count(at: 8 + 4 * index)) - 1
      if stream.samples.indices.contains(sample) { stream.samples[sample].isKey = true }
    }
  }

  /// Reads the duration of each sample and the loop count.
  private mutating func readTimes(_ track: FileBox) throws {
    let header = try track.require("mdia", "mdhd").headerDuration()
    survey.timebase = header.timebase
    let table = try track.require("mdia", "minf", "stbl", "stts")
    let wanted = survey.colors.samples.count
    survey.durations.reserveCapacity(wanted)
    for entry in 0..<Int(try table.count(at: 4)) {
      if survey.durations.count >= wanted { break }
      let count = Int(try table.count(at: 8 + 8 * entry))
      let ticks = UInt32(try table.number(at: 12 + 8 * entry, bytes: 4))
      let left = wanted - survey.durations.count
      survey.durations += repeatElement(ticks, count: min(count, left))
    }
    guard survey.durations.count == wanted else {
      throw FileBoxError(reason: "some samples have no duration")
    }
    survey.declaredPlays = try plays(track)
  }

  /// Reads the edit list: with its flag, the single edit repeats until the track ends (ISO/IEC
  /// 14496-12, 8.6.6).
  private func plays(_ track: FileBox) throws -> LoopCount? {
    guard let list = try track.find("edts", "elst"), try list.count(at: 4) == 1 else { return nil }
    guard try list.number(at: 3, bytes: 1) & 1 == 1 else { return .plays(1) }
    let bytes = try list.version == 1 ? 8 : 4
    let piece = try list.number(at: 8, bytes: bytes)
    let header = try track.require("tkhd")
    let isLong = try header.version == 1
    let total = try header.number(at: isLong ? 28 : 20, bytes: isLong ? 8 : 4)
    if total == (isLong ? UInt64.max : UInt64(UInt32.max)) || piece == 0 { return .forever }
    // A truncated last play counts.
    let (whole, rest) = total.quotientAndRemainder(dividingBy: piece)
    return .plays(Int(clamping: max(1, whole + (rest > 0 ? 1 : 0))))
  }
}
