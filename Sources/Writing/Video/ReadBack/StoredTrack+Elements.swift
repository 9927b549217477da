internal import AnimTiming
internal import Libav
internal import Messages
internal import SystemPackage

extension StoredTrack {
  private typealias Name = ElementName

  /// Reads the segment of a WebM file.
  init(elementsOf file: FileDescriptor, size: Int64, hasSound: Bool) throws {
    var elements = StoredElements(file, size: size)
    guard let segment = try elements.elements(in: 0..<size).first(where: { $0.id == Name.segment })
    else { throw ReadBackError.unreadable(reason: "the file has no segment") }
    // The scale precedes the values that it applies to.
    self.init(timebase: .milliseconds)
    var video: UInt64?
    for part in try elements.elements(in: segment.content) {
      switch part.id {
      case Name.info: try readInfo(part.content, &elements)
      case Name.tracks: video = try readTracks(part.content, &elements, hasSound: hasSound)
      case Name.cluster: try readCluster(part.content, &elements, of: video)
      default: continue
      }
    }
    if hasSound { fileEnd = ends.popLast() }
  }

  private mutating func readInfo(
    _ content: Range<Int64>, _ elements: inout StoredElements
  ) throws {
    var scale: UInt64 = 1_000_000
    var duration: Double?
    for field in try elements.elements(in: content) {
      let bits = field.content.count <= 8 ? try elements.number(field.content) : 0
      switch (field.id, field.content.count) {
      case (Name.timestampScale, _): scale = bits
      case (Name.duration, 8): duration = Double(bitPattern: bits)
      case (Name.duration, 4): duration = Double(Float(bitPattern: UInt32(bits)))
      default: continue
      }
    }
    guard let tick = Int64(exactly: scale), tick > 0 else {
      throw ReadBackError.unreadable(reason: "the scale of times is \(scale)")
    }
    timebase = Timebase(tick, 1_000_000_000)
    guard let duration, let ticks = Int64(exactly: duration) else {
      throw ReadBackError.differs(
        what: "the duration", expected: "whole ticks", found: duration.map { "\($0)" } ?? "none")
    }
    ends.append(End(place: "the segment (Duration)", ticks: ticks, timebase: timebase))
  }

  /// - Returns: the number of the video track.
  private mutating func readTracks(
    _ content: Range<Int64>, _ elements: inout StoredElements, hasSound: Bool
  ) throws -> UInt64? {
    let entries = try elements.elements(in: content).filter { $0.id == Name.trackEntry }
      .map { try elements.elements(in: $0.content) }
    let wanted = hasSound ? 2 : 1
    let videos = entries.filter { $0.contains { $0.id == Name.video } }
    guard entries.count == wanted, videos.count == 1 else {
      throw ReadBackError.differs(what: "tracks", expected: "\(wanted)", found: "\(entries.count)")
    }
    for field in videos[0] where field.id == Name.video {
      for detail in try elements.elements(in: field.content) where detail.id == Name.color {
        // Missing values are unspecified, 2 in ITU-T H.273, and the range is unknown.
        var tags = ColorTags.CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: nil)
        for tag in try elements.elements(in: detail.content) where tag.content.count <= 8 {
          let value = Int(truncatingIfNeeded: try elements.number(tag.content))
          switch tag.id {
          case Name.primaries: tags.primaries = value
          case Name.transfer: tags.transfer = value
          case Name.matrix: tags.matrix = value
          case Name.range: tags.isFullRange = value == 2 ? true : value == 1 ? false : nil
          default: continue
          }
        }
        color = tags
      }
    }
    return try videos[0].first { $0.id == Name.trackNumber }.map {
      try elements.number($0.content)
    }
  }

  private mutating func readCluster(
    _ content: Range<Int64>, _ elements: inout StoredElements, of video: UInt64?
  ) throws {
    var time: Int64 = 0
    for part in try elements.elements(in: content) {
      switch part.id {
      case Name.timestamp:
        time = Int64(truncatingIfNeeded: try elements.number(part.content))
      case Name.simpleBlock:
        try readBlock(part.content, cluster: time, &elements, of: video)
      case Name.blockGroup:
        let group = try elements.elements(in: part.content)
        for block in group where block.id == Name.block {
          try readBlock(block.content, cluster: time, &elements, of: video)
        }
        if group.contains(where: { $0.id == Name.blockAdditions }) { alphaCount += 1 }
      default: continue
      }
    }
  }

  private mutating func readBlock(
    _ content: Range<Int64>, cluster: Int64, _ elements: inout StoredElements, of video: UInt64?
  ) throws {
    let head = try elements.blockHead(content)
    if let video, head.track != video { return }
    starts.append(cluster &+ head.time)
  }
}
