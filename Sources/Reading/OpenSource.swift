package import Stages
package import SystemPackage

/// Opens an input of any kind that animconv reads, decided by its first bytes.
///
/// - Parameters:
///   - input: a regular file, a folder or a pattern of picture files, a pipe, standard
///     input, or bytes. What cannot be read twice is copied to a temporary file without a name
///     first, since a survey comes before the pixels.
///   - options: limits, and what to do about damage.
///   - onSpooling: called whenever some bytes of such a stream have come.
/// - Returns: the source, surveyed and standing before its first frame.
/// - Throws: a ``StageFailure``.
/// - Complexity: reads the whole input once; decodes no pixel.
public func openSource(
  _ input: Input, options: ReadingOptions = .init(), onSpooling: () -> Void = {}
) throws -> any FrameSource {
  if case .custom(let custom) = input { return try custom.open(options) }
  if case .path(let path) = input, let request = FrameFolderRequest(path) {
    return try openFrameFolder(request, options: options)
  }
  let source = try openBytes(of: input, limits: options.limits, onSpooling: onSpooling)
  if source.byteCount == 0 { throw ReadingError.empty }
  let signature = try source.prefix(SourceKind.signatureLength)
  let kind = SourceKind(signature: signature)
  if kind == nil, let playlist = Playlist(prefix: signature) {
    throw playlist.refusal
  }
  if kind == nil, let format = UnreadFormat(signature: signature) { throw format.refusal }
  if let sheet = try openSheet(source, kind, of: input, options: options) { return sheet }
  if let painter = try openPainter(kind, source, options: options) {
    let source = ComposedSource(painter)
    return painter.orientation.isIdentity ? source : TurnedSource(source, painter.orientation)
  }
  switch kind {
  case .video:
    guard let format = VideoFileFormat(signature: signature) else {
      throw ReadingError.unknownKind
    }
    return try VideoSource(source, format: format, options: options)
  case .avif:
    let avif = try AVIFSource(source, options: options)
    return avif.orientation.isIdentity ? avif : TurnedSource(avif, avif.orientation)
  case .ugoira: return try openFrameArchive(source, input: input, options: options)
  default: return try openFrameList(source, input: input, options: options)
  }
}

private func openBytes(
  of input: Input, limits: ReadingLimits, onSpooling: () -> Void
) throws -> ByteSource {
  switch input {
  case .bytes(let bytes, _): ByteSource(bytes: bytes)
  case .standardInput: try spool(.standardInput, limits: limits, onBytes: onSpooling)
  case .path(let path): try openFile(path, limits: limits, onSpooling: onSpooling)
  case .custom: preconditionFailure("opened before")
  }
}

/// Opens a file without waiting for a writer unless it is a pipe, and looks again at what was
/// opened: it may have been exchanged in between.
package func openFile(
  _ path: FilePath, limits: ReadingLimits, onSpooling: () -> Void = {}
) throws -> ByteSource {
  do {
    let isPipe = try Stat(path).type == .fifo
    let descriptor = try FileDescriptor.open(
      path, .readOnly, options: isPipe ? [.closeOnExec] : [.closeOnExec, .nonBlocking])
    do {
      let status = try Stat(descriptor)
      if status.type == .regular {
        InputTrace.note(opened: path)
        return ByteSource(owning: descriptor, byteCount: Int64(status.size))
      }
      guard isPipe, status.type == .fifo else { throw ReadingError.notRegularFile }
      let spooled = try spool(descriptor, limits: limits, onBytes: onSpooling)
      try? descriptor.close()
      return spooled
    } catch {
      try? descriptor.close()
      throw error
    }
  } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
    InputTrace.note(missing: path)
    throw ReadingError.notFound
  } catch Errno.noSuchAddressOrDevice {
    throw ReadingError.notRegularFile
  } catch let error as Errno {
    throw ReadingError.system(operation: "open", errno: error.rawValue)
  }
}

/// Opens a picture or an animation whose frames are drawn on a canvas; nil for other kinds.
///
/// - Parameter kind: what its first bytes say.
/// - Throws: a ``StageFailure``.
/// - Complexity: reads the whole file once; decodes no pixel.
func openPainter(
  _ kind: SourceKind?, _ source: ByteSource, options: ReadingOptions
) throws -> (any FramePainter)? {
  switch kind {
  case .gif: try GIFPainter(source, options: options)
  case .png, .apng: try PNGPainter(source, options: options)
  case .webp: try WebPPainter(source, options: options)
  default: nil
  }
}
