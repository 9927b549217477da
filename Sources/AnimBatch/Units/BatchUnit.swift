package import AnimConv
public import SystemPackage
internal import Writing

/// One conversion of a batch: an input, all settings, and a target.
public struct BatchUnit: Sendable {
  /// Sixteen hexadecimal digits that depend only on the target's name, on every machine.
  public let id: String
  public let input: FilePath
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

  /// Where the output goes.
  public var output: FilePath { folder.pushing(target) }

  /// - Parameter settingsDigest: if it is already known.
  /// - Throws: ``BatchError``.
  init(
    _ output: BatchOutput, of input: FilePath, folder: FilePath, target: FilePath,
    recordFile: FilePath = BatchCache.standardFile, settingsDigest: String? = nil
  ) throws(BatchError) {
    self.recordFile = recordFile
    self.input = input
    self.folder = folder
    self.target = target
    conversion = try output.conversion(from: input, to: folder.pushing(target))
    id = Self.id(folder.pushing(target))
    self.settingsDigest = settingsDigest ?? Self.settingsDigest(of: output)
  }

  /// A digest of settings, this version of animconv and its libraries.
  static func settingsDigest(of output: BatchOutput) -> String {
    FileRecord.digest(of: output.canonicalText + versions)
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
