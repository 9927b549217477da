internal import AnimTiming
internal import TextFormats

/// Pictures of a film for players that seek by them: the image media playlist of HLS (HTTP Live Streaming
/// Image Media Playlist, version 0.4, of the image-media-playlist project).
package enum ImagePlaylist {
  /// - Parameter list: with a file and a delay of whole microseconds for each entry.
  package static func text(_ list: FrameList) -> String {
    let times = list.entries.map { entry in
      // Never fails: the plan has stored the delay in whole microseconds.
      (try? entry.delay.time?.ticks(in: Timebase(1, 1_000_000), rounding: .nearest)) ?? 0
    }
    let longest = times.max() ?? 0
    let head = [
      "#EXTM3U", "#EXT-X-VERSION:7",
      "#EXT-X-TARGETDURATION:\(longest / 1_000_000 + (longest % 1_000_000 > 0 ? 1 : 0))",
      "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-IMAGES-ONLY",
    ]
    let entries = zip(list.entries, times).flatMap { entry, time in
      ["#EXTINF:\(ExactDecimal(time, exponent: -6)),", reference(to: entry.file ?? "")]
    }
    return (head + entries + ["#EXT-X-ENDLIST"]).map { $0 + "\n" }.joined()
  }

  /// A path as a reference (RFC 3986): special characters are percent-encoded.
  private static func reference(to path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      let character = Character(Unicode.Scalar(byte))
      if character.isASCII, character.isLetter || character.isNumber || "-._~/@".contains(character)
      {
        text.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }
}
