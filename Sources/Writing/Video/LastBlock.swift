internal import OutputFiles
internal import SystemPackage

/// Stores the duration of the last image in a finished WebM file.
///
/// Blocks have start times, and FFmpeg stores the end of the last one only as the duration of the
/// file. Firefox shows the last image as long as the previous one, and after a seek beyond that
/// often nothing. A block group can store its block's duration (RFC 9559, 5.1.3.5.3), which Firefox
/// respects.
struct LastBlock {
  private typealias Name = ElementName

  /// An element with its offset.
  private struct Part {
    let id: UInt32
    let whole: Range<Int64>
    let content: Range<Int64>
  }

  /// An image: its element in a cluster, with its contents.
  private struct Picture {
    let cluster: Part
    let part: Part
    /// The content of its Block or SimpleBlock, and the offset of the flags.
    let block: Range<Int64>
    let flagsAt: Int64
    let time: Int64
  }

  private let file: FileDescriptor
  private var elements: StoredElements

  /// Rewrites the end of a file, from the last cluster with an image: a few megabytes at most.
  ///
  /// - Parameters:
  ///   - path: a file that FFmpeg's muxer has finished, with the sizes of all clusters, which it
  ///     writes for seekable files. A file without a segment, an image or an index at the front
  ///     stays unchanged.
  ///   - ticks: milliseconds, at least 1.
  static func tellDuration(_ ticks: Int64, in path: FilePath) throws {
    let file = try openTemporary(path, emptied: false)
    try file.closeAfter {
      var last = LastBlock(file, size: try file.seek(offset: 0, from: .end))
      try last.tell(ticks)
    }
  }

  private init(_ file: FileDescriptor, size: Int64) {
    self.file = file
    elements = StoredElements(file, size: size)
  }

  private mutating func tell(_ ticks: Int64) throws {
    guard let segment = try parts(in: 0..<elements.size).first(where: { $0.id == Name.segment }),
      segment.content.upperBound == elements.size
    else { return }
    let parts = try parts(in: segment.content)
    guard let track = try videoTrack(parts),
      let (last, timeBefore) = try lastPictures(parts, of: track)
    else { return }
    guard let group = try group(last, ticks, timeBefore: timeBefore) else { return }

    let cluster = last.cluster
    let content =
      try bytes(cluster.content.lowerBound..<last.part.whole.lowerBound) + group
      + bytes(last.part.whole.upperBound..<cluster.content.upperBound)
    let width = Int(cluster.content.lowerBound - cluster.whole.lowerBound) - 4
    let rewritten = ElementBytes.element(cluster.id, content, sizeBytes: width)
    let growth = Int64(rewritten.count) - Int64(cluster.whole.count)
    guard growth >= 0 else { return }
    let tail = try bytes(cluster.whole.upperBound..<elements.size)

    // Everything is computed before the first byte is written.
    let start = segment.content.lowerBound
    let sizeBytes = Int(start - segment.whole.lowerBound) - 4
    guard
      let segmentSize = ElementBytes.size(
        Int64(segment.content.count) + growth, sizeBytes: sizeBytes, mayGrow: false),
      let head = try movedSeekHead(parts, from: cluster.whole.upperBound - start, by: growth)
    else { return }
    try write(segmentSize, at: start - Int64(sizeBytes))
    try write(head.bytes, at: head.offset)
    try write(rewritten + tail, at: cluster.whole.lowerBound)
  }

  /// The last image of a track, and the start of the previous one.
  private mutating func lastPictures(
    _ parts: [Part], of track: UInt64
  ) throws -> (last: Picture, timeBefore: Int64?)? {
    var found: Picture?
    for cluster in parts.reversed() where cluster.id == Name.cluster {
      for picture in try pictures(cluster, of: track).reversed() {
        guard let last = found else {
          found = picture
          continue
        }
        return (last, picture.time)
      }
    }
    return found.map { ($0, nil) }
  }

  private mutating func pictures(_ cluster: Part, of track: UInt64) throws -> [Picture] {
    var time: Int64 = 0
    var found: [Picture] = []
    for part in try parts(in: cluster.content) {
      var block: Range<Int64>?
      switch part.id {
      case Name.timestamp: time = Int64(truncatingIfNeeded: try elements.number(part.content))
      case Name.simpleBlock: block = part.content
      case Name.blockGroup:
        block = try parts(in: part.content).first { $0.id == Name.block }?.content
      default: break
      }
      guard let block else { continue }
      let head = try elements.blockHead(block)
      guard head.track == track else { continue }
      found.append(
        Picture(
          cluster: cluster, part: part, block: block, flagsAt: head.flagsAt,
          time: time &+ head.time))
    }
    return found
  }

  /// The image as a group with its duration; nil if it already has one.
  private mutating func group(
    _ picture: Picture, _ ticks: Int64, timeBefore: Int64?
  ) throws -> [UInt8]? {
    let duration = ElementBytes.element(Name.blockDuration, ElementBytes.unsigned(UInt64(ticks)))
    guard picture.part.id == Name.simpleBlock else {
      let members = try parts(in: picture.part.content)
      if members.contains(where: { $0.id == Name.blockDuration }) { return nil }
      let others = try members.map { try bytes($0.whole) + ($0.id == Name.block ? duration : []) }
      return ElementBytes.element(Name.blockGroup, others.flatMap { $0 })
    }
    var block = try bytes(picture.block)
    let flags = Int(picture.flagsAt - picture.block.lowerBound)
    let isKey = block[flags] & 0x80 != 0
    // Flags of a simple block become members of a group.
    block[flags] &= ~0x81
    var content = ElementBytes.element(Name.block, block) + duration
    if !isKey, let timeBefore {
      content += ElementBytes.element(
        Name.referenceBlock, ElementBytes.signed(timeBefore - picture.time))
    }
    return ElementBytes.element(Name.blockGroup, content)
  }

  private mutating func videoTrack(_ parts: [Part]) throws -> UInt64? {
    guard let tracks = parts.first(where: { $0.id == Name.tracks }) else { return nil }
    for entry in try self.parts(in: tracks.content) where entry.id == Name.trackEntry {
      let fields = try self.parts(in: entry.content)
      if fields.contains(where: { $0.id == Name.video }) {
        return try fields.first { $0.id == Name.trackNumber }.map {
          try elements.number($0.content)
        }
      }
    }
    return nil
  }

  /// The index of the file's parts and the free space after it, with positions from `first` on
  /// moved; nil if that does not fit.
  private mutating func movedSeekHead(
    _ parts: [Part], from first: Int64, by growth: Int64
  ) throws -> (offset: Int64, bytes: [UInt8])? {
    guard let place = parts.firstIndex(where: { $0.id == Name.seekHead }) else { return nil }
    let head = parts[place]
    var content: [UInt8] = []
    for seek in try self.parts(in: head.content) {
      guard seek.id == Name.seek else { return nil }
      var fields: [UInt8] = []
      for field in try self.parts(in: seek.content) {
        let value = field.id == Name.seekPosition ? try elements.number(field.content) : 0
        fields +=
          value >= UInt64(first)
          ? ElementBytes.element(field.id, ElementBytes.unsigned(value + UInt64(growth)))
          : try bytes(field.whole)
      }
      content += ElementBytes.element(seek.id, fields)
    }
    let moved = ElementBytes.element(head.id, content)
    let missing = head.whole.count - moved.count
    if missing == 0 { return (head.whole.lowerBound, moved) }
    // A position that needs another byte takes it from the free space.
    guard place + 1 < parts.count, parts[place + 1].id == Name.void else { return nil }
    let void = parts[place + 1]
    let sizeBytes = Int(void.content.lowerBound - void.whole.lowerBound) - 1
    let count = void.content.count + missing
    guard count >= 0,
      let size = ElementBytes.size(Int64(count), sizeBytes: sizeBytes, mayGrow: false)
    else { return nil }
    return (
      head.whole.lowerBound,
      moved + [UInt8(Name.void)] + size + Array(repeating: 0, count: count)
    )
  }

  private mutating func parts(in range: Range<Int64>) throws -> [Part] {
    var offset = range.lowerBound
    return try elements.elements(in: range).map { element in
      defer { offset = element.content.upperBound }
      return Part(
        id: element.id, whole: offset..<element.content.upperBound, content: element.content)
    }
  }

  private func bytes(_ range: Range<Int64>) throws -> [UInt8] {
    try file.stored(range.count, at: range.lowerBound)
  }

  private func write(_ bytes: [UInt8], at offset: Int64) throws {
    try file.writeAll(toAbsoluteOffset: offset, bytes)
  }
}
