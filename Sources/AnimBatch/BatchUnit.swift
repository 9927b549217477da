package import AnimConv
public import SystemPackage
internal import Writing

/// One conversion of a batch: an input, every choice, and a target.
public struct BatchUnit: Sendable {
  /// Sixteen hexadecimal digits that stay the same as long as the target is called the same, on
  /// every machine.
  public let id: String
  public let input: FilePath
  /// The folder that outputs and their records are in.
  public let folder: FilePath
  /// The output, or the first of several, inside the folder.
  public let target: FilePath
  /// What makes the output of the input.
  package let conversion: Conversion
  /// What the choices, this version of animconv and its libraries come down to.
  let settingsDigest: String
  /// The record that tells of the outputs, inside the folder.
  let recordFile: FilePath

  /// Where the output goes.
  public var output: FilePath { folder.pushing(target) }

  /// - Parameter settingsDigest: when it is known.
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

  /// What choices, this version of animconv and its libraries come down to.
  static func settingsDigest(of output: BatchOutput) -> String {
    FileRecord.digest(of: output.canonicalText + versions)
  }

  /// The id of the unit that makes an output.
  static func id(_ output: FilePath) -> String {
    String(FileRecord.digest(of: PathText.text(output)).prefix(16))
  }

  /// The releases that the bytes of an output depend on.
  private static let versions: String =
    (["animconv \(AnimConvVersion.current)", "record \(BatchEntry.version)"]
    + FFmpegCapabilities.current.libraries.map { "\($0.name) \($0.loadedVersion ?? "")" }
    + [FFmpegCapabilities.current.release ?? ""]).joined(separator: "\n")

  /// The files that are certain to be written; a sheet may have further pages.
  var expectedOutputs: [FilePath] { conversion.certainFiles }
}
