internal import AnimTiming
internal import FileBoxes
internal import Libav
internal import SystemPackage

extension StoredTrack {
  /// Reads the `moov` box of an MP4 or MOV file.
  init(boxesOf file: FileDescriptor, size: Int64, hasSound: Bool, hasChapters: Bool) throws {
    let movie = try FileBox.movie(fileBytes: size, mostBytes: 1 << 31) {
      try file.stored($1, at: $0)
    }
    let header = try movie.require("mvhd").headerDuration()
    let tracks = try movie.children.count { $0.kind == "trak" }
    let wanted = 1 + (hasSound ? 1 : 0) + (hasChapters ? 1 : 0)
    let videos = try movie.videoTracks
    guard tracks == wanted, videos.count == 1 else {
      throw ReadBackError.differs(what: "tracks", expected: "\(wanted)", found: "\(tracks)")
    }
    let track = videos[0]
    let media = try track.require("mdia", "mdhd").headerDuration()
    self.init(timebase: media.timebase)

    let table = try track.require("mdia", "minf", "stbl")
    let edit = try track.edit(movieBase: header.timebase, mediaBase: timebase)
    let durations = try Self.sampleDurations(table)
    let offsets = try Self.presentationOffsets(table, count: durations.count)
    // The decoding time of the next frame relative to the first.
    var decoding: Int64 = 0
    for (duration, offset) in zip(durations, offsets) {
      starts.append(decoding &+ offset &+ edit.shift)
      decoding &+= duration
    }
    self.durations = durations

    func add(_ place: String, _ ticks: Int64, _ timebase: Timebase) {
      ends.append(End(place: place, ticks: ticks, timebase: timebase))
    }
    add("the durations of the frames (stts)", decoding, timebase)
    add("the media header (mdhd)", media.ticks, timebase)
    if hasSound {
      fileEnd = End(
        place: "the movie header (mvhd)", ticks: header.ticks, timebase: header.timebase)
    } else {
      add("the movie header (mvhd)", header.ticks, header.timebase)
    }
    let trackHeader = try track.require("tkhd")
    let trackIsLong = try trackHeader.version == 1
    add(
      "the track header (tkhd)",
      try trackHeader.count(at: trackIsLong ? 28 : 20, bytes: trackIsLong ? 8 : 4), header.timebase)
    if let end = edit.end { add("the edit list (elst)", end, header.timebase) }
    color = try Self.color(table)
  }

  /// The duration of each sample, from `stts`; as many as in `stsz`.
  private static func sampleDurations(_ table: FileBox) throws -> [Int64] {
    let box = try table.require("stts")
    let frames = Int(try table.require("stsz").count(at: 8))
    var durations: [Int64] = []
    for entry in 0..<Int(try box.count(at: 4)) {
      let repeats = Int(try box.count(at: 8 + entry * 8))
      guard durations.count + repeats <= frames else {
        throw ReadBackError.differs(
          what: "frames", expected: "\(frames) (stsz)", found: "more (stts)")
      }
      durations += Array(repeating: try box.count(at: 12 + entry * 8), count: repeats)
    }
    guard durations.count == frames else {
      throw ReadBackError.differs(
        what: "frames", expected: "\(frames) (stsz)", found: "\(durations.count) (stts)")
    }
    return durations
  }

  /// The offset from decoding to display of each frame, from `ctts`.
  private static func presentationOffsets(_ table: FileBox, count: Int) throws -> [Int64] {
    guard let box = try table.find("ctts") else { return Array(repeating: 0, count: count) }
    var offsets: [Int64] = []
    for entry in 0..<Int(try box.count(at: 4)) {
      let repeats = min(Int(try box.count(at: 8 + entry * 8)), count - offsets.count)
      let offset = try box.signed(at: 12 + entry * 8)
      guard offset >= 0 else {
        throw ReadBackError.differs(
          what: "the frame stored as number \(offsets.count)",
          expected: "decoded before it is shown", found: "\(offset) ticks from it (ctts)")
      }
      offsets += Array(repeating: offset, count: repeats)
    }
    guard offsets.count == count else {
      throw ReadBackError.differs(
        what: "frames", expected: "\(count) (stsz)", found: "\(offsets.count) (ctts)")
    }
    return offsets
  }

  /// The `colr` box of the only sample description: `nclx`, or QuickTime's `nclc` without a range.
  private static func color(_ table: FileBox) throws -> ColorTags.CodePoints? {
    let descriptions = try table.require("stsd")
    guard let entry = try FileBox.list(in: descriptions.content.dropFirst(8)).first else {
      return nil
    }
    // 78 bytes of a visual sample entry precede its boxes.
    let boxes = try FileBox.list(in: entry.content.dropFirst(78))
    guard let box = boxes.first(where: { $0.kind == "colr" }) else { return nil }
    let kind = String(decoding: box.content.prefix(4), as: UTF8.self)
    guard kind == "nclx" || kind == "nclc" else { return nil }
    return ColorTags.CodePoints(
      primaries: Int(try box.count(at: 4, bytes: 2)),
      transfer: Int(try box.count(at: 6, bytes: 2)),
      matrix: Int(try box.count(at: 8, bytes: 2)),
      isFullRange: kind == "nclx" ? try box.number(at: 10, bytes: 1) & 0x80 != 0 : nil)
  }
}
