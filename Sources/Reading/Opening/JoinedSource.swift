internal import AnimTiming
internal import Atlases
internal import Messages
internal import OutputFiles
internal import Raster
internal import Stages
internal import TextFormats
internal import Threads

/// Yields several inputs one after another, each a separate animation, with smaller ones centred on
/// the largest canvas.
///
/// One input is open at a time, so memory does not depend on their number.
final class JoinedSource: FileReading {
  let info: SourceInfo

  private let inputs: [AnimationInput.Named]
  private let options: ReadingOptions
  private let pool: PixelBuffer.Pool
  private let mostDecodingBytes: Int
  private var position = 0
  /// The open part, and its next frame.
  private var open: (part: Int, source: any FrameSource, position: Int)?
  /// Damage that was tolerated while reading the frames of each part.
  private var found: [Int: [ReadingWarning]] = [:]
  private var hasMoved = true

  /// Surveys every input.
  ///
  /// - Throws: ``PartFailure``; ``ReadingError`` if two have the same name, and for streams and
  ///   options that need a single input.
  init(_ inputs: [AnimationInput.Named], options: ReadingOptions) throws {
    var options = options
    options.keepsAnimations = true
    var survey = JoinedSurvey(options, areSeveral: inputs.count > 1)
    try survey.check(inputs)
    for input in inputs {
      try Self.naming(input) { try survey.add(openSource(input.input, options: options), input) }
    }
    self.inputs = inputs
    self.options = options
    info = try survey.info()
    mostDecodingBytes = survey.mostDecodingBytes
    pool = PixelBuffer.Pool(size: info.size)
  }

  private static func naming<Value>(
    _ input: AnimationInput.Named, _ body: () throws -> Value
  ) throws -> Value {
    do { return try body() } catch let error as CancellationError { throw error } catch {
      throw PartFailure(name: input.input.name, error: error)
    }
  }

  var warnings: [ReadingWarning] {
    var all = found
    if let open { all[open.part] = told(open.source.warnings, of: open.part) }
    return all.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  private func told(_ warnings: [ReadingWarning], of part: Int) -> [ReadingWarning] {
    let told = warnings.map { $0.of(info.joined[part]) }
    // A second pass reports less if it ends earlier.
    let known = found[part] ?? []
    return told.count < known.count ? known : told
  }

  func next() throws -> CanvasFrame? {
    guard position < info.frames.count else { return nil }
    let number = part(of: position)
    let part = info.joined[number]
    let own = try Self.naming(inputs[number]) {
      try pull(position - part.frames.lowerBound, number)
    }
    let isFirst = hasMoved || position == part.frames.lowerBound
    hasMoved = false
    defer { position += 1 }
    return CanvasFrame(
      index: position, pixels: draw(own.pixels, part),
      changed: isFirst ? PixelRect(info.size) : part.moved(own.changed))
  }

  /// A frame of a part.
  private func pull(_ frame: Int, _ number: Int) throws -> CanvasFrame {
    let source = try source(of: number)
    if open?.position != frame { try source.seek(to: frame) }
    open?.position = frame + 1
    guard let own = try source.next() else {
      throw ReadingError.malformed(
        detail: "the frame that the survey found is missing", frame: frame, byteOffset: nil)
    }
    return own
  }

  private func source(of number: Int) throws -> any FrameSource {
    if let open, open.part == number { return open.source }
    close()
    let source = try openSource(inputs[number].input, options: options)
    let part = info.joined[number]
    guard source.info.size == part.rect.size, source.info.frames.count == part.frames.count else {
      throw ReadingError.malformed(
        detail: "it has changed while it was read", frame: nil, byteOffset: nil)
    }
    open = (number, source, 0)
    return source
  }

  private func close() {
    if let open { found[open.part] = told(open.source.warnings, of: open.part) }
    open = nil
  }

  private func part(of frame: Int) -> Int {
    if let open, info.joined[open.part].frames.contains(frame) { return open.part }
    return info.joined.firstIndex { $0.frames.contains(frame) } ?? 0
  }

  private func draw(_ own: PixelBuffer, _ part: JoinedPart) -> PixelBuffer {
    if own.size == info.size { return own }
    let pixels = pool.take()
    pixels.contents = nil
    pixels.clear(PixelRect(info.size))
    let (from, to) = (PixelPlane(own), PixelPlane(pixels))
    for y in 0..<own.size.height {
      to.row(part.rect.y + y, from: part.rect.x)
        .update(from: from.row(y, from: 0), count: own.size.width)
    }
    return pixels
  }

  func seek(to index: Int) throws {
    position = index
    hasMoved = true
  }

  func restartPoint(for index: Int) -> Int {
    guard index < info.frames.count else { return index }
    let number = part(of: index)
    let first = info.joined[number].frames.lowerBound
    guard let open, open.part == number else { return first }
    return first + open.source.restartPoint(for: index - first)
  }

  /// The memory of the most demanding part, one returned image and one that waits.
  var decodingBytes: Int {
    mostDecodingBytes + 2 * PixelBuffer.Pool.byteCount(info.size) + info.frames.count * 256
  }

  /// Opens every part again, because its files were not recorded.
  func reads(_ file: FileStatus) throws -> Bool {
    for input in inputs {
      try CancellationFlag.betweenFrames?.check()
      let source = try Self.naming(input) { try openSource(input.input, options: options) }
      if let source = source as? any FileReading, try source.reads(file) { return true }
    }
    return false
  }
}

extension ReadingWarning {
  /// The warning with its frame counted over all parts.
  fileprivate func of(_ part: JoinedPart) -> ReadingWarning {
    var warning = self
    warning.frame = frame.map { $0 + part.frames.lowerBound }
    warning.detail = "in \(quoted(part.name)): \(detail)"
    return warning
  }
}
