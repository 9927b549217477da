internal import FileBoxes
internal import Messages
internal import Raster
internal import SystemPackage

/// The samples of the H.264 track in a written MP4 or MOV, and their description.
struct StoredSamples {
  /// From the sample description and the stream's own header.
  let sizes: [PixelSize]
  /// The colours in the stream's own header: primaries, transfer, matrix and range.
  let streamColor: H264Header.Color?
  private let counts: [Int]
  private let keys: Set<Int>
  private let chunks: [(offset: Int64, samples: Range<Int>)]
  /// The range of samples in the file.
  private let data: [Range<Int64>]

  var count: Int { counts.count }
  var keyCount: Int { keys.count }
  /// Bytes of all samples.
  var byteCount: Int { counts.reduce(0, +) }

  /// Reads the index.
  ///
  /// - Throws: ``ReadBackError/unreadable(reason:)``, ``FileBoxError``, `Errno`.
  init(of file: FileDescriptor, size: Int64) throws {
    var data: [Range<Int64>] = []
    try BoxPlace.each(fileBytes: size, read: { try file.stored($1, at: $0) }) { place in
      if place.isCut { throw ReadBackError.unreadable(reason: "the file is cut off") }
      if place.kind == "mdat" { data.append(place.content) }
      return true
    }
    self.data = data
    let movie = try FileBox.movie(fileBytes: size, mostBytes: 1 << 31) {
      try file.stored($1, at: $0)
    }
    let table = try movie.require("trak", "mdia", "minf", "stbl")
    let description = try table.require("stsd")
    guard let entry = try FileBox.list(in: description.content.dropFirst(8)).first,
      entry.kind == "avc1"
    else { throw ReadBackError.unreadable(reason: "it is not described as H.264") }
    let boxes = try FileBox.list(in: entry.content.dropFirst(78))
    guard let configuration = boxes.first(where: { $0.kind == "avcC" })?.content,
      let header = H264Header(configuration), configuration.dropFirst(4).first == 0xFF
    else { throw ReadBackError.unreadable(reason: "its header describes no H.264") }
    sizes = [
      PixelSize(
        width: Int(try entry.count(at: 24, bytes: 2)),
        height: Int(try entry.count(at: 26, bytes: 2))),
      PixelSize(width: header.width, height: header.height),
    ]
    streamColor = header.color
    counts = try Self.numbers(of: try table.require("stsz"), after: 8)
    keys = try Self.keys(table, count: counts.count)
    chunks = try Self.chunks(table, count: counts.count)
  }

  /// From `stss`; all if it is missing.
  private static func keys(_ table: FileBox, count: Int) throws -> Set<Int> {
    guard let box = try table.find("stss") else { return Set(0..<count) }
    return Set(try numbers(of: box, after: 4).map { $0 - 1 })
  }

  /// The four-byte numbers of a table whose count is at an offset.
  private static func numbers(of box: FileBox, after offset: Int) throws -> [Int] {
    var numbers: [Int] = []
    for index in 0..<Int(try box.count(at: offset)) {
      numbers.append(Int(try box.count(at: offset + 4 + index * 4)))
    }
    return numbers
  }

  /// From `stsc` and `stco` or `co64`.
  private static func chunks(
    _ table: FileBox, count: Int
  ) throws -> [(offset: Int64, samples: Range<Int>)] {
    let long = try table.find("co64")
    let offsets = try long ?? table.require("stco")
    let runs = try table.require("stsc")
    let runCount = Int(try runs.count(at: 4))
    var chunks: [(offset: Int64, samples: Range<Int>)] = []
    var run = -1
    var end = 0
    for chunk in 0..<Int(try offsets.count(at: 4)) {
      if run + 1 < runCount, try runs.count(at: 8 + (run + 1) * 12) == chunk + 1 { run += 1 }
      guard run >= 0 else { throw FileBoxError(reason: "the first chunk has no samples") }
      let start = end
      end += Int(try runs.count(at: 12 + run * 12))
      let bytes = long == nil ? 4 : 8
      chunks.append((try offsets.count(at: 8 + chunk * bytes, bytes: bytes), start..<end))
    }
    guard end == count else {
      throw ReadBackError.differs(
        what: "frames", expected: "\(count) (stsz)", found: "\(end) (stsc)")
    }
    return chunks
  }

  /// Reads every sample: it must consist of whole units, and key frames must be self-contained.
  ///
  /// - Throws: ``ReadBackError/unreadable(reason:)``, `Errno`.
  /// - Complexity: reads the file once; memory holds a chunk.
  func check(in file: FileDescriptor) throws {
    for chunk in chunks {
      let count = counts[chunk.samples].reduce(0, +)
      let isInside = data.contains {
        $0.contains(chunk.offset) && Int64(count) <= $0.upperBound - chunk.offset
      }
      guard isInside else {
        throw ReadBackError.unreadable(
          reason: "frame \(chunk.samples.lowerBound) lies outside what the file has of frames")
      }
      try file.stored(count, at: chunk.offset).withUnsafeBytes { bytes in
        var start = 0
        for sample in chunk.samples {
          let end = start + counts[sample]
          let isKey = try Self.isKey(
            UnsafeRawBufferPointer(rebasing: bytes[start..<end]), sample: sample)
          guard isKey == keys.contains(sample) else {
            throw ReadBackError.unreadable(
              reason: "frame \(sample) is \(isKey ? "a" : "no") key frame, and is not listed so")
          }
          start = end
        }
      }
    }
    guard count == 0 || keys.contains(0) else {
      throw ReadBackError.unreadable(reason: "the first frame is not a key frame")
    }
  }

  private static func isKey(_ sample: UnsafeRawBufferPointer, sample number: Int) throws -> Bool {
    var at = 0
    var isKey = false
    var hasPicture = false
    while at + 4 < sample.count {
      let size = Int(sample.loadUnaligned(fromByteOffset: at, as: UInt32.self).bigEndian)
      at += 4
      guard size > 0, size <= sample.count - at else { break }
      let kind = H264Units.kind(sample[at])
      isKey = isKey || kind == H264Units.Kind.keyPicture
      hasPicture = hasPicture || (1...5).contains(kind)
      at += size
    }
    guard at == sample.count, hasPicture else {
      throw ReadBackError.unreadable(reason: "frame \(number) is cut off")
    }
    return isKey
  }
}
