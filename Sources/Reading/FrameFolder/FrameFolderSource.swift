internal import AnimTiming
package import Messages
package import OutputFiles
package import Raster
package import Stages
internal import TextFormats
internal import Threads

/// Yields image files as the frames of an animation, decoding one at a time, or several in parallel
/// if it ``decodesAhead``.
package final class FrameFolderSource: DecodingAhead, WideSource, FileReading {
  package let info: SourceInfo

  private let files: any FrameFiles
  /// The files, each once.
  private let pictures: [PictureDecoder.Picture]
  /// The file of each frame.
  private let indices: [Int32]
  private let pool: PixelBuffer.Pool
  private let decoder: PictureDecoder
  private let ahead: PicturesAhead
  /// Whether the next images are decoded on other threads while frames are requested in order.
  package var decodesAhead = false { didSet { if !decodesAhead { ahead.stop() } } }
  private let wish = WideWish()
  package var handsOnWide: Bool {
    get { wish.isGranted }
    set {
      ahead.stop()
      wish.isGranted = newValue
      kept = nil
    }
  }
  private var decodingWarnings: WarningList
  private var reported: Set<Int32> = []
  private var hasReportedProfile = false
  private var position = 0
  /// The previous frame's image, kept only if the next frame repeats it.
  private var kept: PixelBuffer?
  private var isContinuous = false
  private var alpha: Bool?
  private var hasFailed = false

  /// - Parameters:
  ///   - kind: the kind of input.
  ///   - given: the list that is itself the input.
  ///   - warnings: damage that was tolerated before the files were found.
  ///   - notes: notes for users about the origin of the files.
  /// - Throws: ``FrameFolderError``, ``AtlasError``, ``ReadingError``.
  /// - Complexity: reads the header of every file once.
  package init(
    _ files: any FrameFiles, kind: InputKind, selection: FrameSelection = .all,
    given: FolderLists.Found? = nil, byteCount: Int64? = nil,
    warnings: [ReadingWarning] = [], notes: [ConversionMessage] = [], options: ReadingOptions
  ) throws {
    var finder = FrameFinder(files, selection: selection, options: options)
    var sequence = try finder.find(given: given)
    if options.folder.mergesRepeats { sequence = try finder.mergingRepeats(sequence) }
    var table: [FrameFile: Int32] = [:]
    var pictures: [PictureDecoder.Picture] = []
    var indices: [Int32] = []
    pictures.reserveCapacity(sequence.frames.count)
    indices.reserveCapacity(sequence.frames.count)
    for (index, frame) in sequence.frames.enumerated() {
      if let known = table[frame.file] {
        indices.append(known)
        continue
      }
      let still = try finder.requirePicture(of: frame.file, frame: index)
      table[frame.file] = Int32(pictures.count)
      indices.append(Int32(pictures.count))
      pictures.append((frame.file, still))
    }
    let sizes = pictures.map(\.still.size)
    let isMixed = try Self.checkSizes(pictures, &sequence.notes, options.folder.sizes)
    let placement = PicturePlacement(sizes, options.folder.sizes)
    let canvas = placement.canvas
    try Self.check(
      canvas, frames: indices.count, limits: options.limits,
      // The size of such files is proportional to their pixels, so they cannot be decompression
      // bombs.
      boundsTotal: isMixed || pictures.count < indices.count || kind != .frameFolder)
    let hasBorder = isMixed && sizes.contains { placement.leavesBorder($0) }
    var info = SourceInfo(
      kind: kind, size: canvas,
      frames: sequence.frames.map {
        SourceInfo.Frame(delay: $0.delay, rect: PixelRect(canvas), disposal: .keep, blend: .source)
      },
      plays: sequence.plays ?? .plays(1), declaresPlays: sequence.plays != nil,
      alpha: hasBorder
        ? .present : pictures.contains { $0.still.hasTransparency } ? .possible : .absent,
      defaultPolicy: .verbatim(zeroDelay: nil), byteCount: byteCount,
      warnings: warnings + sequence.warnings, notes: notes + sequence.notes)
    info.isImageSet = sequence.isImageSet
    info.sampleDepth = pictures.map(\.still.sampleDepth).max() ?? 8
    if isMixed { info.reasonForBytes = "pictures of several sizes are joined in 8" }
    if let first = pictures.first {
      info.metadata = Self.metadata(of: first, in: files, options: options)
    }
    self.info = info
    self.files = files
    self.pictures = pictures
    self.indices = indices
    let returns = PictureReturns()
    let pool = PixelBuffer.Pool(size: canvas, onReturn: { returns.ahead?.noteReturned() })
    self.pool = pool
    let makeDecoder = { [wish] in
      PictureDecoder(files, placement, pool: pool, options: options, wish: wish)
    }
    decoder = makeDecoder()
    ahead = PicturesAhead(pictures, indices: indices, makeDecoder: makeDecoder)
    returns.ahead = ahead
    decodingWarnings = WarningList(isStrict: options.isStrict)
  }

  package var warnings: [ReadingWarning] { decodingWarnings.warnings }

  package func reads(_ file: FileStatus) throws -> Bool {
    try pictures.contains { picture in
      try picture.file.open(in: files).fileStatus?.isSameFile(as: file) == true
    }
  }

  /// The largest number of images in use at the same time.
  var peakLive: Int { pool.peakLive }

  package func next() throws -> CanvasFrame? {
    guard !hasFailed, position < indices.count else { return nil }
    let index = position
    let repeats = isContinuous && indices[index] == indices[index - 1]
    do {
      let pixels: PixelBuffer
      if repeats, let kept {
        pixels = kept
      } else {
        if decodesAhead, isContinuous { ahead.run(from: index) }
        pixels = try decode(indices[index], index)
      }
      position += 1
      isContinuous = true
      kept = position < indices.count && indices[position] == indices[index] ? pixels : nil
      return CanvasFrame(
        index: index, pixels: pixels, changed: repeats ? .empty : PixelRect(info.size))
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Every picture is independent.
  package func restartPoint(for index: Int) -> Int { index }

  /// Three images of the canvas, the original of an image that is placed on it, and the memory of
  /// the largest image's decoder.
  package var decodingBytes: Int {
    let own = pictures.map { PixelBuffer.Pool.byteCount($0.still.size) }.max() ?? 0
    let decoder = pictures.map(\.still.decodingBytes).max() ?? 0
    return info.decodingBytes(pictures: 3) + 2 * own + decoder
  }

  package func seek(to index: Int) {
    precondition((0...indices.count).contains(index), "no frame \(index)")
    ahead.stop()
    position = index
    isContinuous = false
    kept = nil
  }

  package func detectAlpha() throws -> Bool {
    if let alpha { return alpha }
    var found = info.alpha == .present
    for index in pictures.indices where !found && pictures[index].still.hasTransparency {
      try CancellationFlag.betweenFrames?.check()
      let frame = indices.firstIndex(of: Int32(index)) ?? 0
      found = try !decode(Int32(index), frame).isOpaque(in: PixelRect(info.size))
    }
    alpha = found
    seek(to: 0)
    return found
  }

  private func decode(_ picture: Int32, _ frame: Int) throws -> PixelBuffer {
    let decoded: PictureDecoder.Decoded
    if let taken = try ahead.take(frame) {
      decoded = taken
    } else {
      decoded = try decoder.decode(pictures[Int(picture)], frame: frame)
    }
    try report(decoded.warnings, picture, frame)
    return decoded.pixels
  }

  /// Reports the tolerated damage of one file once; a colour profile that all files share is
  /// reported for the first.
  private func report(_ warnings: [ReadingWarning], _ picture: Int32, _ frame: Int) throws {
    if warnings.isEmpty || !reported.insert(picture).inserted { return }
    for warning in warnings {
      if warning.kind == .colorProfile {
        if hasReportedProfile { continue }
        hasReportedProfile = true
      }
      var named = warning
      named.frame = frame
      named.detail = "\(quoted(pictures[Int(picture)].file.name)): \(warning.detail)"
      try decodingWarnings.report(named)
    }
  }

  /// Problems of the file are reported when its image is decoded.
  private static func metadata(
    of picture: PictureDecoder.Picture, in files: any FrameFiles, options: ReadingOptions
  ) -> SourceInfo.Metadata {
    do {
      return try picture.still.coding.metadata(in: picture.file.open(in: files), options: options)
    } catch { return SourceInfo.Metadata() }
  }

  /// - Returns: whether there are several sizes.
  private static func checkSizes(
    _ pictures: [PictureDecoder.Picture], _ notes: inout [ConversionMessage],
    _ mode: ReadingOptions.FrameFolder.MixedSizes
  ) throws -> Bool {
    guard let first = pictures.first,
      let other = pictures.first(where: { $0.still.size != first.still.size })
    else { return false }
    let canvas = PicturePlacement(pictures.map(\.still.size), mode).canvas
    switch mode {
    case .error:
      throw FrameFolderError.mixedSizes(
        first: first.file.name, first.still.size, other: other.file.name, other.still.size)
    case .pad: notes.append("pictures of several sizes are centred on \(canvas)")
    case .contain: notes.append("pictures of several sizes are scaled to fit \(canvas)")
    case .crop: notes.append("pictures of several sizes are cut to \(canvas)")
    }
    return true
  }

  private static func check(
    _ canvas: PixelSize, frames: Int, limits: ReadingLimits, boundsTotal: Bool
  ) throws {
    try limits.check(.frames, frames, limits.maxFrames)
    // The largest width and height together may be too large, even if no single image is.
    try limits.check(canvas: canvas)
    if boundsTotal { try limits.check(totalOf: frames, on: canvas) }
  }
}
