package import Messages
package import Stages
package import SystemPackage
internal import TextFormats

/// Why an output cannot appear under its name.
package enum OutputError: Error, Sendable, Hashable {
  /// The path does not end in a file name.
  case notAFileName
  /// A file with this name exists.
  case exists
  /// A folder has this name.
  case isFolder
  /// The output is a folder, but another kind of file has this name.
  case notAFolder
  /// A folder with files in it has this name.
  case folderExists
  /// The folder contains a file that animconv did not write, or that has changed since.
  case foreignFile(String)
  /// A dependency file would replace something else, such as an input or an output.
  case notRules(FilePath)
  /// Input and output are the same file.
  case sameAsInput
  /// The output is part of the input, such as the picture of a sheet's data.
  case isInput(FilePath)
  /// The folder does not exist or is not writable.
  case cannotCreate(folder: FilePath, errno: Int32)
  /// Flushing or copying the complete file failed.
  case cannotFlush(errno: Int32)
  /// The last step failed.
  case cannotRename(errno: Int32)
  /// Another process is writing it as an output that can be continued.
  case isBeingWritten
  /// Another process has replaced the temporary file.
  case exchanged
  /// The last step failed, and restoring the earlier file failed as well; it is kept under this
  /// name.
  case notRestored(FilePath, errno: Int32)
}

extension OutputError: StageFailure {
  package var stage: ConversionStage { .writing }
  package var frame: Int? { nil }

  package var kind: FailureKind { code.kind }

  package var code: FailureCode {
    switch self {
    case .exists, .folderExists, .foreignFile, .notRules, .isBeingWritten: .outputExists
    case .sameAsInput, .isInput: .outputIsInput
    case .notAFileName, .isFolder, .notAFolder, .exchanged: .cannotCreate(errno: nil)
    case .cannotFlush(let errno): FailureCode(errno: errno)
    case .cannotCreate(_, let errno), .cannotRename(let errno), .notRestored(_, let errno):
      isSpace(errno) ? .noSpace : .cannotCreate(errno: errno)
    }
  }

  package var reason: ConversionMessage {
    switch self {
    case .notAFileName: "the path does not end in a file name"
    case .exists: "the file exists"
    case .isFolder: "a folder has this name"
    case .notAFolder: "something other than a folder has this name"
    case .folderExists: "the folder exists and is not empty"
    case .foreignFile(let name):
      "the folder holds \(quoted(name)), which animconv did not write, or which has changed since"
    case .notRules: "the file exists and holds no dependency rules"
    case .sameAsInput: "the output is the input"
    case .isInput(let path):
      "the output \(quoted(path.lastComponent?.string ?? path.string)) is a part of the input"
    case .cannotCreate(let folder, let errno):
      "no file can be created in \(folder.string): \(describe(errno: errno))"
    case .cannotFlush(let errno): "writing failed: \(describe(errno: errno))"
    case .isBeingWritten: "another process is writing it"
    case .exchanged: "another program has exchanged or removed the temporary file"
    case .cannotRename(let errno): "renaming failed: \(describe(errno: errno))"
    case .notRestored(let path, let errno):
      "renaming failed: \(describe(errno: errno)); the earlier file is kept in \(path.string)"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .exists: "use -y to replace it, or -n to skip the conversion"
    case .folderExists: "use -y to replace a folder that holds only what animconv wrote"
    case .foreignFile: "choose another folder, or move what you want to keep out of it"
    case .notRules(let path):
      "choose another name, such as \(quoted((path.lastComponent?.string ?? "out") + ".d"))"
    case .notAFolder, .sameAsInput, .isInput: "choose another output"
    case .cannotCreate(_, let errno) where errno == Errno.noSuchFileOrDirectory.rawValue:
      "create the folder first"
    case .cannotFlush(let errno) where isSpace(errno): "free some space and try again"
    case .isBeingWritten: "wait until that has ended"
    case .notRestored: "the next run that writes to the folder puts it back"
    default: nil
    }
  }
}

extension OutputError {
  /// The names in a folder that is to become an output.
  ///
  /// - Throws: ``cannotCreate(folder:errno:)``.
  static func names(in folder: FilePath) throws(OutputError) -> [FilePath.Component] {
    do { return try FolderNames.all(in: folder) } catch {
      throw .cannotCreate(folder: folder, errno: error.rawValue)
    }
  }
}
