internal import OutputFiles
internal import Raster
internal import Reading
internal import Stages
internal import SystemPackage
internal import Writing

/// Reads a written BIF again: its index, and every picture.
struct BIFReadBack {
  let plan: BIFPlan
  let size: PixelSize

  /// - Throws: ``ReadBackError``.
  /// - Complexity: decodes every picture; one is in memory.
  func check(_ path: FilePath, _ isCancelled: () throws -> Void) throws {
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      try file.closeAfter {
        let places = try checkIndex(of: file)
        for (picture, (start, end)) in zip(places, places.dropFirst()).enumerated() {
          try isCancelled()
          try checkPicture(
            try read(file, at: Int64(start), count: Int(end) - Int(start)), picture)
        }
      }
    } catch let errno as Errno {
      throw ReadBackError.unreadable(reason: "\(errno)")
    } catch let error as ReadBackError {
      throw error
    } catch let error as any StageFailure {
      throw ReadBackError.unreadable(reason: error.reason)
    }
  }

  /// - Returns: the places of the pictures, and the end of the file.
  private func checkIndex(of file: FileDescriptor) throws -> [UInt32] {
    let head = try read(file, at: 0, count: BIFIndex.length(count: plan.times.count))
    func word(_ place: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(head[place + $1]) << (8 * UInt32($1)) }
    }
    guard Array(head.prefix(8)) == BIFIndex.magic, word(8) == 0,
      Int(word(12)) == plan.times.count, word(16) == plan.unit
    else { throw ReadBackError.unreadable(reason: "the head of the BIF is not as it was written") }
    let entries = (0...plan.times.count).map { BIFIndex.headLength + 8 * $0 }
    guard entries.map(word) == plan.times + [BIFIndex.lastTime] else {
      throw ReadBackError.unreadable(reason: "the times of the BIF are not as they were written")
    }
    let places = entries.map { word($0 + 4) }
    guard zip(places, places.dropFirst()).allSatisfy(<) else {
      throw ReadBackError.unreadable(reason: "the places of the BIF are not in order")
    }
    return places
  }

  private func checkPicture(_ bytes: [UInt8], _ picture: Int) throws {
    var options = ReadingOptions()
    options.limits = .unlimited
    options.sheet.use = .never
    let source = try openSource(.bytes(bytes, name: "picture \(picture)"), options: options)
    guard source.info.kind == .jpeg, source.info.size == size, try source.next() != nil else {
      throw ReadBackError.unreadable(reason: "picture \(picture) is not a JPEG of \(size)")
    }
  }

  private func read(_ file: FileDescriptor, at offset: Int64, count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let done = try bytes.withUnsafeMutableBytes { try file.fill($0, fromAbsoluteOffset: offset) }
    guard done == count else { throw ReadBackError.unreadable(reason: "the BIF is cut off") }
    return bytes
  }
}
