internal import Stages
internal import SystemPackage

/// Opens an input that is an edit as JSON; nil for other texts.
///
/// - Throws: ``EditError``, ``PartFailure``, ``ReadingError``.
func openEdit(
  _ source: ByteSource, of input: AnimationInput, options: ReadingOptions,
  open: @escaping EditInputs.Opener
) throws -> EditSource? {
  guard let key = EditFile.clipsKey(prefix: try source.prefix(EditFile.prefixLength)) else {
    return nil
  }
  if key == .other, try EditFile.isOfAnotherFormat(source, options.limits) { return nil }
  guard case .path(let path) = input else { throw EditError.noFolder }
  let folder = path.removingLastComponent()
  let bytes = try source.allBytes(limit: options.limits.maxMetadataBytes)
  return try EditSource(
    EditFile.read(bytes, in: folder, limits: options.limits), name: input.name,
    file: source.fileStatus, folder: folder, options: options, open: open)
}
