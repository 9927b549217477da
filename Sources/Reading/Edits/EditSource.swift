internal import AnimTiming
internal import Messages
internal import OutputFiles
internal import Raster
internal import Stages
internal import SystemPackage
internal import Threads

/// The frames of an edit. Its inputs are opened when their frames are needed; at most two are open
/// at a time, so that clips of two inputs may alternate.
final class EditSource: FileReading, DecodingAhead {
  static let maxOpen = 2
  /// The memory for frames of an input that are shown backward.
  private static let backwardBytes = 16 << 20

  let info: SourceInfo

  private let edit: AnimationEdit
  private let opener: EditInputs
  private let nesting: EditNesting
  private let survey: EditSurvey
  private let placement: PicturePlacement
  private let overlay: PlacedPicture?
  /// For pictures on the canvas of the clips.
  private let pool: PixelBuffer.Pool
  /// For pictures with the overlay.
  private let finalPool: PixelBuffer.Pool
  /// For cropped pictures, which are then placed on the canvas.
  private var cropPool: PixelBuffer.Pool?
  /// The frames' starts, for a transform.
  private let timeline: AnimationTimeline?
  private var position = 0
  private var hasMoved = true
  /// The open inputs; the last one was used last.
  private var readers: [Reader] = []
  /// Damage that was tolerated while reading the frames of each input.
  private var found: [Int: [ReadingWarning]] = [:]

  private struct Reader {
    let input: Int
    let source: any FrameSource
    var player: SequencePlayer
  }

  var decodesAhead = false {
    didSet { for reader in readers { setDecodesAhead(reader.source) } }
  }

  /// - Parameters:
  ///   - name: of the edit in messages.
  ///   - file: its JSON; nil for a program's own edit.
  ///   - folder: of the JSON.
  ///   - open: opens an input of a clip.
  /// - Throws: ``EditError``, ``PartFailure``, ``ReadingError``, `TimingError`.
  init(
    _ edit: AnimationEdit, name: String, file: FileStatus? = nil, folder: FilePath? = nil,
    options: ReadingOptions, open: @escaping EditInputs.Opener
  ) throws {
    if options.highDynamicRange == .keep {
      throw ReadingError.unsupported(
        detail: "an edit does not keep high dynamic range",
        remedy: "convert it to standard range: \(.hdr, case: "tonemap")")
    }
    let edit = edit.unwrapped
    self.edit = edit
    nesting = try EditNesting.entering(name, file, in: folder)
    opener = EditInputs(folder: nesting.folder, options, open: open)
    survey = try EditSurvey(edit, options, opener, nesting)
    placement = try survey.placement()
    info = try survey.info(placement)
    pool = PixelBuffer.Pool(size: placement.canvas)
    finalPool = PixelBuffer.Pool(size: info.size)
    timeline =
      edit.transform == nil
      ? nil : try info.defaultPolicy.resolve(info.frames.lazy.map(\.delay)).timeline
    overlay = try Self.overlay(of: edit, on: info.size, opener, nesting)
  }

  private static func overlay(
    of edit: AnimationEdit, on canvas: PixelSize, _ opener: EditInputs, _ nesting: EditNesting
  ) throws -> PlacedPicture? {
    guard let overlay = edit.overlay else { return nil }
    try nesting.count()
    let source = try opener.open(overlay.input, tag: nil, in: nesting)
    return try EditInputs.naming(overlay.input) {
      let size = source.info.size
      let rect = PixelRect(x: overlay.x, y: overlay.y, width: size.width, height: size.height)
      // Sides are limited, so that only the distances can be too large to be added.
      let isNear = [overlay.x, overlay.y].allSatisfy { (-(1 << 20)..<1 << 20).contains($0) }
      guard isNear, !rect.intersection(PixelRect(canvas)).isEmpty else {
        throw EditError.overlay(x: overlay.x, y: overlay.y, size, canvas: canvas)
      }
      guard let frame = try source.next() else { throw ReadingError.noFrames }
      return PlacedPicture(pixels: frame.pixels, rect: rect)
    }
  }

  var warnings: [ReadingWarning] {
    var all = found
    for reader in readers { all[reader.input] = warnings(of: reader) }
    return all.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  private func warnings(of reader: Reader) -> [ReadingWarning] {
    let told = reader.source.warnings.map { $0.of(survey.inputs[reader.input].input.name) }
    // A second pass reports less if it ends earlier.
    let known = found[reader.input] ?? []
    return told.count < known.count ? known : told
  }

  func next() throws -> CanvasFrame? {
    guard position < survey.slots.count else { return nil }
    let slot = survey.slots[position]
    let place = survey.places[Int(slot.clip)]
    let own = try EditInputs.naming(survey.inputs[place.input].input) {
      try pull(Int(slot.frame), of: place.input)
    }
    var changed = PixelRect(info.size)
    if !hasMoved, position > 0, edit.transform == nil,
      survey.places[Int(survey.slots[position - 1].clip)] == place
    {
      changed = self.changed(own.changed, place)
    }
    let frame = CanvasFrame(
      index: position, pixels: try finish(draw(own.pixels, place), slot), changed: changed)
    hasMoved = false
    position += 1
    return frame
  }

  /// A frame of an input, with what changed since the frame of it that was shown before.
  private func pull(_ frame: Int, of input: Int) throws -> CanvasFrame {
    if let open = readers.firstIndex(where: { $0.input == input }) {
      readers.append(readers.remove(at: open))
    } else {
      if readers.count == Self.maxOpen { close() }
      readers.append(try open(input))
    }
    return try readers[readers.count - 1].player.frame(at: frame)
  }

  private func open(_ input: Int) throws -> Reader {
    let known = survey.inputs[input]
    let source = try opener.open(known.input, tag: known.tag, in: nesting.again)
    guard source.info.size == known.size, source.info.frames.count == known.frameCount else {
      throw ReadingError.malformed(
        detail: "it has changed while it was read", frame: nil, byteOffset: nil)
    }
    setDecodesAhead(source)
    return Reader(
      input: input, source: source,
      player: SequencePlayer(source, blockBytes: Self.backwardBytes))
  }

  /// Closes the input that was not used for the longest time.
  private func close() {
    let reader = readers.removeFirst()
    found[reader.input] = warnings(of: reader)
  }

  private func setDecodesAhead(_ source: any FrameSource) {
    (source as? any DecodingAhead)?.decodesAhead = decodesAhead
  }

  /// What changes on the canvas if a part of an input changes.
  private func changed(_ own: PixelRect, _ place: EditSurvey.Place) -> PixelRect {
    if own.isEmpty { return .empty }
    let size = place.size(survey.inputs)
    let rect = placement.rect(of: size)
    // Enlarged pixels depend on their neighbours.
    guard rect.size == size else { return PixelRect(info.size) }
    let shown = place.crop.map { own.intersection($0) } ?? own
    if shown.isEmpty { return .empty }
    let (x, y) = (rect.x - (place.crop?.x ?? 0), rect.y - (place.crop?.y ?? 0))
    return PixelRect(x: shown.x + x, y: shown.y + y, width: shown.width, height: shown.height)
      .intersection(PixelRect(info.size))
  }

  /// The picture of a clip on the canvas of all clips.
  private func draw(_ own: PixelBuffer, _ place: EditSurvey.Place) -> PixelBuffer {
    var picture = own
    if let crop = place.crop {
      picture = cropBuffer(crop.size)
      let (from, to) = (PixelPlane(own), PixelPlane(picture))
      for y in 0..<crop.height {
        to.row(y, from: 0).update(from: from.row(crop.y + y, from: crop.x), count: crop.width)
      }
    }
    if picture.size == placement.canvas { return picture }
    let pixels = pool.take()
    pixels.contents = nil
    placement.place(picture, on: pixels)
    return pixels
  }

  private func cropBuffer(_ size: PixelSize) -> PixelBuffer {
    if size != cropPool?.size { cropPool = PixelBuffer.Pool(size: size) }
    let buffer = cropPool!.take()
    buffer.contents = nil
    return buffer
  }

  /// Applies the transform and the overlay.
  private func finish(_ picture: PixelBuffer, _ slot: EditSurvey.Slot) throws -> PixelBuffer {
    var picture = picture
    if let transform = edit.transform {
      let place = AnimationEdit.FrameInfo(
        index: position, start: timeline!.startTime(of: position),
        duration: timeline!.durationTime(of: position), clip: Int(slot.clip),
        sourceFrame: Int(slot.frame))
      let given = picture
      picture = try CheckedSource.telling(position) { try transform.body(given, place) }
      guard picture.size == info.size else {
        throw CustomSourceError.wrongSize(
          frame: position, expected: info.size, found: picture.size)
      }
    }
    guard let overlay else { return picture }
    let pixels = finalPool.take()
    pixels.contents = nil
    pixels.copy(PixelRect(info.size), from: picture)
    overlay.draw(on: pixels)
    return pixels
  }

  func seek(to index: Int) throws {
    position = index
    hasMoved = true
  }

  /// The start of the decoding that shows the frame, if all frames from there on follow each other
  /// in their input, too.
  func restartPoint(for index: Int) -> Int {
    guard index < survey.slots.count else { return index }
    let slots = survey.slots
    let input = survey.places[Int(slots[index].clip)].input
    let start = survey.inputs[input].restart(for: slots[index].frame)
    var first = index
    while first > 0, slots[first].frame > start, slots[first - 1].frame == slots[first].frame - 1,
      survey.places[Int(slots[first - 1].clip)].input == input
    {
      first -= 1
    }
    return first
  }

  /// The memory of the open inputs, of frames for showing backward, of pictures on the canvas, and
  /// of the overlay.
  var decodingBytes: Int {
    survey.mostDecodingBytes + Self.maxOpen * Self.backwardBytes
      + 5 * PixelBuffer.Pool.byteCount(info.size) + info.frames.count * 256
      + (overlay.map { PixelBuffer.Pool.byteCount($0.rect.size) } ?? 0)
  }

  /// Opens every input again, because its files were not recorded.
  func reads(_ file: FileStatus) throws -> Bool {
    let paths = edit.inputs.compactMap { if case .path(let path) = $0 { path } else { nil } }
    for path in paths where FileStatus(of: path, followingLinks: true)?.isSameFile(as: file) == true
    {
      return true
    }
    let overlays = edit.overlay.map { [($0.input, String?.none)] } ?? []
    for (input, tag) in survey.inputs.map({ ($0.input, $0.tag) }) + overlays {
      try CancellationFlag.betweenFrames?.check()
      let source = try opener.open(input, tag: tag, in: nesting.again)
      if let source = source as? any FileReading, try source.reads(file) { return true }
    }
    return false
  }
}

/// A picture at a place on a canvas.
private struct PlacedPicture {
  let pixels: PixelBuffer
  let rect: PixelRect

  /// Composites the part that is on the canvas.
  func draw(on canvas: PixelBuffer) {
    let shown = rect.intersection(PixelRect(canvas.size))
    let (from, to) = (PixelPlane(pixels), PixelPlane(canvas))
    for y in shown.y..<shown.maxY {
      StraightAlpha.overlay(
        to.row(y, from: shown.x), from.row(y - rect.y, from: shown.x - rect.x), shown.width)
    }
  }
}
