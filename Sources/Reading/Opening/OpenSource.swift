internal import Stages
internal import SystemPackage
internal import Threads

/// Opens an input of any supported kind, detected by its first bytes.
///
/// - Parameters:
///   - input: a regular file, a folder or pattern of image files, a pipe, standard input, or bytes.
///     Input that cannot be read twice is first copied to an unnamed temporary file, because the
///     survey comes before the pixels.
///   - options: limits, and the handling of damage.
///   - spooled: an existing copy of such a stream.
///   - onSpooling: called whenever bytes of such a stream arrive, on another thread while this one
///     waits.
/// - Returns: the surveyed source, positioned before its first frame.
/// - Throws: a ``StageFailure``; `CancellationError` once ``CancellationFlag/ofOpening`` is set.
/// - Complexity: reads the whole input once; decodes no pixels.
package func openSource(
  _ input: AnimationInput, options: ReadingOptions = .init(), spooled: ByteSource? = nil,
  onSpooling: @escaping () -> Void = {}
) throws -> any FrameSource {
  if case .custom(let custom) = input { return try custom.open(options) }
  if case .animations(let inputs) = input { return try JoinedSource(inputs, options: options) }
  if case .edit(let edit) = input {
    return try EditSource(edit, name: input.name, options: options, open: openClip)
  }
  if spooled == nil, case .path(let path) = input, let request = FrameFolderRequest(path) {
    return try openFrameFolder(request, options: options)
  }
  let source =
    try (spooled ?? openBytes(of: input, limits: options.limits, onSpooling: onSpooling))
    .within(options.limits)
  if source.byteCount == 0 { throw ReadingError.empty }
  let signature = try source.prefix(InputFormat.signatureLength)
  if let kind = options.kinds.first(where: { $0.recognizes(signature, of: input) }) {
    return try kind.open(source, options)
  }
  var format = InputFormat(signature: signature)
  if format == nil, try LottieFile.isDescribed(by: source, limits: options.limits) {
    format = .lottie
  }
  if format == nil {
    if let edit = try openEdit(source, of: input, options: options, open: openClip) { return edit }
    if let playlist = Playlist(prefix: signature) { throw playlist.refusal }
    if let unread = UnreadFormat(signature: signature) { throw unread.refusal }
  }
  let kind = format?.kind
  if let sheet = try openSheet(source, kind, of: input, options: options) { return sheet }
  if let pages = try openPages(kind, source, options: options) { return pages }
  if let stream = try openPictureStream(format, source, options: options) { return stream }
  if let video = try openMotionPhoto(kind, source, options: options) { return video }
  guard let format else { return try openFrameList(source, input: input, options: options) }
  if let frames = try format.frames(source, options: options) { return frames }
  if let document = try PixeloramaPainter.open(source, options: options) {
    return ComposedSource(document)
  }
  if let animation = try LottieArchive.open(source, options: options) { return animation }
  return try openFrameArchive(source, input: input, options: options)
}

/// Opens an input of an edit.
private func openClip(
  _ input: AnimationInput, _ options: ReadingOptions, _ file: ByteSource?
) throws -> any FrameSource {
  try openSource(input, options: options, spooled: file)
}

private func openBytes(
  of input: AnimationInput, limits: ReadingLimits, onSpooling: @escaping () -> Void
) throws -> ByteSource {
  if let spool = try Spool(of: input, limits: limits) {
    return try spool.run(cancellation: .ofOpening, onBytes: onSpooling)
  }
  switch input {
  case .bytes(let bytes, _): return ByteSource(bytes: bytes)
  case .memory(let bytes): return ByteSource(bytes)
  case .standardInput, .descriptor:
    return try calling("read") { try openRegular(try input.openDescriptor!.duplicate()) }
  case .path(let path): return try openFile(path, limits: limits)
  case .custom, .animations, .edit: preconditionFailure("opened before")
  }
}
