package import AnimConv
public import SystemPackage
internal import Reading
internal import Writing

/// One conversion of a batch: an input, all settings, and a target.
public struct BatchUnit: Sendable {
  /// Sixteen hexadecimal digits that depend only on the target's name, on every machine.
  public let id: String
  public let input: FilePath
  /// All inputs: several if they are animations of one sheet.
  public let inputs: [FilePath]
  /// The folder of outputs and their records.
  public let folder: FilePath
  /// The output, or the first of several, inside the folder.
  public let target: FilePath
  /// How the output is made from the input.
  package let conversion: Conversion
  /// A digest of the settings, this version of animconv and its libraries.
  let settingsDigest: String
  /// The record of the outputs, inside the folder.
  let recordFile: FilePath

  /// The destination of the output.
  public var output: FilePath { folder.pushing(target) }

  /// - Parameters:
  ///   - animations: all inputs of one sheet, starting with `input`; empty for one input.
  ///   - settingsDigest: given if it is already known.
  /// - Throws: ``BatchError``.
  init(
    _ output: BatchOutput, of input: FilePath, folder: FilePath, target: FilePath,
    animations: [AnimationInput.Named] = [], recordFile: FilePath = BatchCache.standardFile,
    settingsDigest: String? = nil
  ) throws(BatchError) {
    self.recordFile = recordFile
    self.input = input
    self.folder = folder
    self.target = target
    var conversion = try output.conversion(from: input, to: folder.pushing(target))
    if !animations.isEmpty { conversion.input = .animations(animations) }
    self.conversion = conversion
    inputs = animations.isEmpty ? [input] : animations.compactMap(\.path)
    id = Self.id(folder.pushing(target))
    self.settingsDigest = settingsDigest ?? Self.settingsDigest(of: output, animations)
  }

  /// A digest of settings, this version of animconv and its libraries.
  static func settingsDigest(
    of output: BatchOutput, _ animations: [AnimationInput.Named] = []
  ) -> String {
    let names = animations.map { "\($0.name)=\($0.path.map { PathText.text($0) } ?? "")\n" }
    return FileRecord.digest(of: output.canonicalText + versions + names.joined())
  }

  /// The id of the unit with an output.
  static func id(_ output: FilePath) -> String {
    String(FileRecord.digest(of: PathText.text(output)).prefix(16))
  }

  /// The library versions that affect an output's bytes.
  private static let versions: String =
    (["animconv \(AnimConvVersion.current)", "record \(BatchEntry.version)"]
    + FFmpegCapabilities.current.libraries.map { "\($0.name) \($0.loadedVersion ?? "")" }
    + [FFmpegCapabilities.current.release ?? ""]).joined(separator: "\n")

  /// The files that are certain to be written; a sheet may have further pages.
  var expectedOutputs: [FilePath] { conversion.certainFiles }
}

extension BatchUnit {
  /// A digest of the names that decide which files are frames, see ``FolderListing``.
  ///
  /// - Throws: `Errno` if a folder cannot be read.
  func listing() throws(Errno) -> String {
    if inputs.count == 1 { return try FolderListing.digest(for: input) }
    var digests: [String] = []
    for input in inputs { digests.append(try FolderListing.digest(for: input)) }
    return FileRecord.digest(of: digests.joined(separator: "\n"))
  }
}

extension AnimationInput.Named {
  /// Nil unless it is on disk.
  var path: FilePath? { if case .path(let path) = input { path } else { nil } }
}
