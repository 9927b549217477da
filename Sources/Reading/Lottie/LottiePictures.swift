internal import Messages
internal import Stages
internal import TextFormats

/// Embeds the images of a Lottie animation in its text, so that rlottie opens no file.
struct LottiePictures {
  private(set) var replacements: [JSONValue.Replacement] = []
  private let limits: ReadingLimits
  private let file: (_ name: String) throws -> [UInt8]?
  private var total = 0

  init(limits: ReadingLimits, file: @escaping (_ name: String) throws -> [UInt8]?) {
    self.limits = limits
    self.file = file
  }

  /// - Throws: ``ReadingError``; unsupported for an image in a file that is not available.
  mutating func read(_ json: JSONValue) throws {
    for (key, value) in json.members where key == "assets" {
      for asset in value.elements { try read(asset: asset) }
    }
  }

  private mutating func read(asset: JSONValue) throws {
    for (key, value) in asset.members where key == "u" {
      replacements.append(JSONValue.Replacement(value, with: Array("\"\"".utf8)))
    }
    let names = asset.members.filter { $0.key == "p" }.map(\.value)
    guard let value = names.first else { return }
    let marks = asset.members.filter { $0.key == "e" }.map(\.value)
    guard names.count == 1, marks.count <= 1, let name = value.string else {
      throw LottieDocument.malformed("an image has several files")
    }
    // Sounds have no size, and are not drawn.
    guard asset["w"] != nil, asset["h"] != nil, !name.isEmpty else {
      replacements.append(JSONValue.Replacement(value, with: Array("\"\"".utf8)))
      for mark in marks { replacements.append(JSONValue.Replacement(mark, with: Array("0".utf8))) }
      return
    }
    let picture: [UInt8]
    if name.hasPrefix("data:") {
      guard let comma = name.firstIndex(of: ","), name[..<comma].hasSuffix(";base64"),
        let bytes = Base64Text.bytes(name[name.index(after: comma)...]), !bytes.isEmpty
      else { throw LottieDocument.malformed("an image is not Base64") }
      picture = bytes
    } else if let bytes = try file(name) {
      picture = bytes
    } else {
      throw ReadingError.unsupported(
        detail: "its images are in other files, such as \(quoted(name))",
        remedy: "export it with the images inside: as a dotLottie, or as JSON with embedded images")
    }
    total += picture.count
    try limits.check(.metadata, total, limits.maxMetadataBytes)
    // rlottie does not examine the type.
    var text = Array("\"data:image/png;base64,".utf8) + Base64Text.text(of: picture)
    text.append(UInt8(ascii: "\""))
    if marks.isEmpty { text += Array(",\"e\":1".utf8) }
    replacements.append(JSONValue.Replacement(value, with: text))
    for mark in marks { replacements.append(JSONValue.Replacement(mark, with: Array("1".utf8))) }
  }
}
