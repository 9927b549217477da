internal import Atlases
internal import Messages
internal import Stages
internal import SystemPackage

/// Opens a folder, or the files in one that match a pattern.
func openFrameFolder(
  _ request: FrameFolderRequest, options: ReadingOptions
) throws -> any FrameSource {
  InputTrace.note(listed: request)
  let files = try DiskFolder(request.folder, limits: options.limits)
  if request.selection == .all, let sheet = try openImageSetSheet(files, options: options) {
    return sheet
  }
  return try FrameFolderSource(
    files, kind: .frameFolder, selection: request.selection, options: options)
}

/// Opens a zip archive of frames. Durations may be in an `animation.json` inside, or in a file next
/// to the archive: `NAME.json`, `NAME.zip.json` or `animation.json`.
func openFrameArchive(
  _ source: ByteSource, input: AnimationInput, options: ReadingOptions
) throws -> any FrameSource {
  let files = try ArchivedFiles(source, limits: options.limits)
  let inside = try FolderLists.find(in: files, limits: options.limits)
  var given: FolderLists.Found?
  if case .path(let path) = input, inside == nil {
    given = try listBeside(path, files: files, limits: options.limits)
  }
  try ArchiveContents(files: files, list: inside ?? given).requireFrames()
  return try FrameFolderSource(
    files, kind: .ugoira, given: given, byteCount: source.byteCount, options: options)
}

/// The list next to an archive, if all of its files are in the archive.
private func listBeside(
  _ archive: FilePath, files: ArchivedFiles, limits: ReadingLimits
) throws -> FolderLists.Found? {
  guard let stem = archive.stem, let name = archive.lastComponent?.string else { return nil }
  let known = Set(files.names.map(lastPart))
  let folder = archive.removingLastComponent()
  for candidate in ["\(stem).json", "\(name).json", "animation.json"] {
    let descriptor: FileDescriptor
    do {
      descriptor = try InputTrace.open(contained: candidate, in: folder)
    } catch let error as AtlasError where error.kind != .inputOutput {
      // It does not exist, or may not be read for this input.
      continue
    }
    let status = try calling("fstat") { try Stat(descriptor) }
    let source = ByteSource(owning: descriptor, byteCount: Int64(status.size))
    let bytes: [UInt8]
    do {
      bytes = try files.description(source, limits: limits)
    } catch let error as ReadingError where error.kind != .inputOutput {
      continue
    }
    // Other texts do not belong to the archive.
    guard case .list(let list)? = try? AtlasReader.read(bytes, limits: limits),
      list.entries.allSatisfy({ $0.file.map(known.contains) ?? true })
    else { continue }
    return FolderLists.Found(name: candidate, list: list)
  }
  return nil
}

/// Opens the frames that a description names; the description is itself the input.
///
/// - Throws: ``ReadingError/unknownKind`` if the bytes have no supported format.
func openFrameList(
  _ source: ByteSource, input: AnimationInput, options: ReadingOptions
) throws -> any FrameSource {
  guard source.byteCount <= options.limits.maxMetadataBytes,
    let bytes = try source.span(at: 0, count: Int(source.byteCount)),
    AtlasReader.isText(prefix: bytes.prefix(4096))
  else { throw ReadingError.unknownKind }
  if case .path(let path) = input,
    let list = try FrameRecordReader.read(
      Array(bytes), name: path.lastComponent?.string ?? "", limits: options.limits)
  {
    return try FrameFolderSource(
      DiskFolder(path.removingLastComponent(), limits: options.limits), kind: .frameFolder,
      given: .init(name: path.lastComponent?.string ?? "", list: list, isRecord: true),
      options: options)
  }
  let description: FrameDescription
  do {
    description = try AtlasReader.read(bytes, limits: options.limits)
  } catch AtlasError.unknownFormat, ReadingError.noFrames {
    throw ReadingError.unknownKind
  } catch AtlasError.malformedEntry(.durations, _, _) where !isNamedList(input) {
    // Some other text.
    throw ReadingError.unknownKind
  } catch AtlasError.syntax("list of durations", _, _) {
    throw ReadingError.unknownKind
  }
  if case .atlas = description { throw ReadingError.unknownKind }
  guard case .path(let path) = input else {
    throw ReadingError.unsupported(
      detail: "\(description.format.title) names files beside it, so its location must be known",
      remedy: "give its path")
  }
  let files = try DiskFolder(path.removingLastComponent(), limits: options.limits)
  guard case .list(let list) = description else {
    InputTrace.note(listed: FrameFolderRequest(folder: files.path))
    if let sheet = try openImageSetSheet(files, options: options) { return sheet }
    return try FrameFolderSource(files, kind: .frameFolder, options: options)
  }
  return try FrameFolderSource(
    files, kind: .frameFolder, given: .init(name: path.lastComponent?.string ?? "", list: list),
    options: options)
}

/// Whether an input's name indicates a list, so that errors in it should be explained.
private func isNamedList(_ input: AnimationInput) -> Bool {
  guard case .path(let path) = input else { return false }
  return ["txt", "csv", "tsv", "list"].contains(path.extension?.lowercased())
}
