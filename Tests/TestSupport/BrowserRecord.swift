import Foundation
import SystemPackage

/// A browser's decoding of one animated file: a line of the corpus's `browser.jsonl`.
package struct BrowserRecord: Decodable {
  package struct Frame: Decodable {
    /// The raw delay in microseconds; nil if the browser refused the frame.
    package let delay: Int64?
    package let width: Int?
    package let height: Int?
    /// SHA-256 of the straight RGBA bytes.
    package let sha256: String?
    package let error: String?

    private enum CodingKeys: String, CodingKey {
      case delay = "delay_us"
      case width = "w"
      case height = "h"
      case sha256
      case error
    }
  }

  package enum Plays: Decodable {
    case count(Int)
    case forever

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let count = try? container.decode(Int.self) {
        self = .count(count)
      } else {
        self = .forever
      }
    }
  }

  /// The first frame that `<img>` shows.
  package struct Image: Decodable {
    package let sha256: String?
  }

  package let file: String
  package let plays: Plays?
  package let frames: [Frame]?
  package let img: Image?
  package let error: String?

  /// All records of files whose names have this ending.
  package static func all(suffix: String) throws -> [BrowserRecord] {
    let text = try String(contentsOfFile: Corpus.path("browser.jsonl").string, encoding: .utf8)
    return try text.split(separator: "\n")
      .map { try JSONDecoder().decode(BrowserRecord.self, from: Data($0.utf8)) }
      .filter { $0.file.hasSuffix(suffix) }
  }
}
