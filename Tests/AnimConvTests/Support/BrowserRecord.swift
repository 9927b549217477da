import Foundation
import SystemPackage

/// What a browser decodes of one animated file: a line of the corpus's `browser.jsonl`.
struct BrowserRecord: Decodable {
  struct Frame: Decodable {
    /// The raw delay in microseconds; nil when the browser refused the frame.
    let delay: Int64?
    let width: Int?
    let height: Int?
    /// SHA-256 of the straight RGBA bytes.
    let sha256: String?
    let error: String?

    private enum CodingKeys: String, CodingKey {
      case delay = "delay_us"
      case width = "w"
      case height = "h"
      case sha256
      case error
    }
  }

  enum Plays: Decodable {
    case count(Int)
    case forever

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let count = try? container.decode(Int.self) {
        self = .count(count)
      } else {
        self = .forever
      }
    }
  }

  /// What `<img>` shows first.
  struct Image: Decodable {
    let sha256: String?
  }

  let file: String
  let plays: Plays?
  let frames: [Frame]?
  let img: Image?
  let error: String?

  /// All records of files whose names end so.
  static func all(suffix: String) throws -> [BrowserRecord] {
    let text = try String(contentsOfFile: Corpus.path("browser.jsonl").string, encoding: .utf8)
    return try text.split(separator: "\n")
      .map { try JSONDecoder().decode(BrowserRecord.self, from: Data($0.utf8)) }
      .filter { $0.file.hasSuffix(suffix) }
  }
}
