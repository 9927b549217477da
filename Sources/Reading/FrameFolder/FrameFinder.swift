internal import AnimTiming
internal import Atlases
internal import Messages
internal import Stages
internal import TextFormats

/// Decides which files of a folder are the frames, their order and durations, and surveys their
/// images.
struct FrameFinder {
  let files: any FrameFiles
  let selection: FrameSelection
  let options: ReadingOptions
  /// The results for examined files.
  private(set) var pictures: [FrameFile: StillPicture] = [:]
  /// The file that was examined last.
  private var last: StillPicture?

  init(_ files: any FrameFiles, selection: FrameSelection, options: ReadingOptions) {
    self.files = files
    self.selection = selection
    self.options = options
  }

  var folder: ReadingOptions.FrameFolder { options.folder }
  var order: FolderOrder {
    FolderOrder(
      gaps: folder.gaps, startNumber: folder.startNumber, limit: options.limits.maxFrames)
  }

  /// Finds the frames.
  ///
  /// - Parameter given: the list that is itself the input; nil to look for one in the folder.
  /// - Throws: ``FrameFolderError``, ``AtlasError``, ``ReadingError``.
  mutating func find(given: FolderLists.Found? = nil) throws -> FrameSequence {
    if given == nil, let set = try imageSetAtRoot() { return try constant(set) }
    var ignored: ConversionMessage?
    let found = try given ?? findList(&ignored)
    if let found, found.list.entries.contains(where: { $0.file != nil }) {
      let sequence = try frames(of: found, isInput: given != nil)
      if given != nil || !sequence.frames.isEmpty { return sequence }
    }
    var sequence = try listedFrames()
    if sequence.frames.isEmpty { sequence = try imageSetFrames() }
    guard !sequence.frames.isEmpty else { throw try emptiness }
    if let ignored { sequence.notes.append(ignored) }
    if options.frameRate == nil, let found, found.list.entries.allSatisfy({ $0.file == nil }) {
      return try timed(sequence, by: found)
    }
    return try namedOrConstant(sequence)
  }

  /// The list next to the images. If it cannot be used, it is ignored if the user specifies both
  /// the frames and their durations.
  private func findList(_ ignored: inout ConversionMessage?) throws -> FolderLists.Found? {
    do {
      return try FolderLists.find(in: files, limits: options.limits)
    } catch let error as FrameFolderError where selection != .all && options.frameRate != nil {
      ignored = "a list is not used: \(error.reason)"
      return nil
    }
  }

  /// Why there are no frames: what the folder contains instead.
  private var emptiness: any StageFailure {
    get throws {
      // Sorted by name, so that the message does not depend on the file system.
      for index in files.names.indices.sorted(by: { files.names[$0] < files.names[$1] })
      where selection.contains(lastPart(files.names[index])) {
        let file = FrameFile.listed(index, name: files.names[index])
        if let title = try otherFormat(of: file)?.title {
          return FrameFolderError.otherFormat(name: file.name, title: title)
        }
      }
      return selection == .all ? ReadingError.noFrames : ReadingError.notFound
    }
  }

  /// The type of a file that is not a frame's image; nil if unknown.
  private func otherFormat(of file: FrameFile) throws -> (title: String, isStill: Bool)? {
    let head: [UInt8]
    do {
      head = try file.open(in: files).prefix(InputFormat.signatureLength)
    } catch let error as ReadingError where error.kind != .inputOutput {
      // A folder, link or the like among the images.
      return nil
    }
    if let format = InputFormat(signature: head) { return (format.kind.title, false) }
    return UnreadFormat(signature: head).map { ($0.title, $0.isStill) }
  }

  /// Surveys the image of a file.
  ///
  /// - Returns: nil if it is not an image.
  mutating func picture(of file: FrameFile, frame: Int? = nil) throws -> StillPicture? {
    if let known = pictures[file] { return known }
    do {
      guard let found = try StillPicture.survey(file.open(in: files), options: options) else {
        return nil
      }
      guard found.frameCount == 1 else {
        throw FrameFolderError.animated(name: file.name, frames: found.frameCount)
      }
      let shared = if let last, last == found { last } else { found }
      last = shared
      pictures[file] = shared
      return shared
    } catch ReadingError.notRegularFile {
      // A folder, pipe or the like among the images.
      return nil
    } catch ReadingError.symbolicLink where !Self.hasPictureExtension(lastPart(file.name)) {
      // Nothing indicates that it is an image.
      return nil
    } catch let error as ReadingError {
      throw FrameFolderError(error, name: file.name, frame: frame)
    }
  }

  /// Surveys the image of a file that must be one.
  mutating func requirePicture(of file: FrameFile, frame: Int? = nil) throws -> StillPicture {
    guard let found = try picture(of: file, frame: frame) else {
      throw FrameFolderError(.unknownKind, name: file.name, frame: frame)
    }
    return found
  }
}

extension FrameFinder {
  /// The images in the folder, at one scale, in natural order.
  private mutating func listedFrames() throws -> FrameSequence {
    let names = files.names.map(lastPart)
    let parts = names.map(FrameName.init)
    var chosen = names.indices.filter { selection.contains(names[$0]) }
    let withExtension = chosen.filter { Self.hasPictureExtension(names[$0]) }
    let scales = Set(withExtension.map { parts[$0].scale })
    var notes: [ConversionMessage] = []
    var scale = folder.inputScale ?? ExactDecimal(1)
    if !scales.isEmpty, !scales.contains(scale) {
      guard folder.inputScale == nil, let largest = scales.max(by: { $0.value < $1.value }) else {
        throw FrameFolderError.noScale(
          "\(scale)", available: scales.sorted { $0.value < $1.value }.map(\.description))
      }
      scale = largest
      notes.append("the frames are those of scale \(scale), because there are none without @")
    }
    chosen.removeAll { parts[$0].scale != scale }
    var frames: [FrameFile] = []
    var others: [(name: String, title: String, isStill: Bool)] = []
    for index in chosen {
      let file = FrameFile.listed(index, name: files.names[index])
      if try picture(of: file) != nil {
        frames.append(file)
      } else if Self.hasPictureExtension(names[index]) || isNumbered {
        throw FrameFolderError(.unknownKind, name: file.name, frame: nil)
      } else if let other = try otherFormat(of: file) {
        others.append((file.name, other.title, other.isStill))
      }
    }
    // The frames' source files are in the same folder.
    let documents = frames.filter { pictures[$0]?.coding.isDocument == true }
    if documents.count < frames.count {
      frames.removeAll(where: documents.contains)
      others += documents.map { ($0.name, "a Photoshop document", false) }
    }
    // Without any image, the caller reports the content.
    if !frames.isEmpty {
      if let still = others.first(where: \.isStill) {
        throw FrameFolderError.otherFormat(name: still.name, title: still.title)
      }
      notes += others.prefix(8).map { "\(quoted($0.name)) is not read: it is \($0.title)" }
    }
    let number: ((String) -> Int?)? =
      if case .numbered(let pattern) = selection { { pattern.number(of: $0) } } else { nil }
    let order = try order.arrange(frames.map { lastPart($0.name) }, number: number)
    return FrameSequence(
      frames: order.map { FolderFrame(file: frames[$0], delay: .missing) }, plays: nil,
      notes: notes)
  }

  private var isNumbered: Bool {
    if case .numbered = selection { true } else { false }
  }

  static func hasPictureExtension(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return InputKind.ofExtension[name[name.index(after: dot)...].lowercased()] != nil
  }
}

extension ExactDecimal {
  /// For comparison, not for storage.
  fileprivate var value: Double {
    var value = Double(significand)
    for _ in 0..<min(exponent.magnitude, 20) { value = exponent > 0 ? value * 10 : value / 10 }
    return value
  }
}

extension FrameFolderError {
  /// Adds the file to an error.
  init(_ error: ReadingError, name: String, frame: Int?) {
    let remedy: ConversionMessage? =
      if case .unknownKind = error {
        "frames are still pictures such as PNG, JPEG, WebP, GIF, TIFF, BMP or TGA"
      } else {
        error.remedy
      }
    self = .picture(
      name: name, frame: frame ?? error.frame, reason: error.reason, remedy: remedy,
      code: error.code)
  }
}
