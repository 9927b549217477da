import AnimTiming
import Messages
import Testing

@testable import Raster
@testable import Stages
@testable import Writing

/// The planned memory of encoders; `EncoderMemoryUseTests` compares it with the program.
@Suite struct EncoderMemoryTests {
  private static let encoders: [(VideoContainer, VideoCodec, String?)] = [
    (.mp4, .h264, nil), (.mp4, .hevc, nil), (.mp4, .av1, nil), (.mp4, .av1, "libaom-av1"),
    (.webm, .vp9, nil), (.webm, .vp8, nil), (.mov, .prores, nil),
  ]

  private func encoding(
    _ encoder: (VideoContainer, VideoCodec, String?), side: Int, frames: Int,
    keepsAlpha: Bool = false, change: (inout VideoOptions) -> Void = { _ in }
  ) throws -> VideoEncoding {
    try VideoEncodingTests.resolve(
      encoder.0, PixelSize(width: side, height: side), keepsAlpha: keepsAlpha,
      timing: VideoEncodingTests.timing(Array(repeating: 40, count: frames))
    ) {
      $0.codec = encoder.1
      $0.encoder = encoder.2
      change(&$0)
    }
  }

  @Test func everyChoiceFitsTheMemoryOrIsRefused() throws {
    for encoder in Self.encoders {
      for side in [64, 512, 1024, 2048, 3000, 4096, 8192] {
        for frames in [1, 2, 30, 300] {
          for memory in [1 << 28, 1 << 30, 1 << 33] {
            do {
              let encoding = try encoding(encoder, side: side, frames: frames) {
                $0.maxMemory = memory
              }
              #expect(encoding.encoderBytes <= memory)
              #expect(encoding.encoderBytes > 1 << 18)
            } catch let error as WritingError {
              #expect(error.kind == .damagedInput)
              #expect(error.remedy?.text(.options) == "raise --max-memory")
            }
          }
        }
      }
    }
  }

  /// Memory limits do not reduce the quality of full HD.
  @Test func upToFullHDNothingIsTakenAway() throws {
    let size = PixelSize(width: 1920, height: 1080)
    for encoder in Self.encoders {
      let encoding = try VideoEncodingTests.resolve(
        encoder.0, size, timing: VideoEncodingTests.timing(Array(repeating: 40, count: 300))
      ) {
        $0.codec = encoder.1
        $0.encoder = encoder.2
      }
      #expect(encoding.threads == EncoderThreads.count(for: size))
      #expect(encoding.lookAhead == LookAhead.frames(for: size))
    }
  }

  @Test func lookAheadGoesBeforeThreadsAndAskedThreadsStay() throws {
    let h264 = Self.encoders[0]
    let whole = try encoding(h264, side: 2048, frames: 100) { $0.maxMemory = 1 << 31 }
    let tight = try encoding(h264, side: 2048, frames: 100) {
      $0.maxMemory = whole.encoderBytes - 1
    }
    #expect(tight.lookAhead < whole.lookAhead)
    #expect(tight.threads == whole.threads)
    let asked = try encoding(h264, side: 2048, frames: 100) {
      $0.threads = 3
      $0.maxMemory = 400 << 20
    }
    #expect(asked.threads == 3)
    #expect(asked.encoderBytes <= 400 << 20)
  }

  @Test func noMoreThreadsAreGivenThanAreWorthTheirMemory() {
    let memory = EncoderMemory(perThread: 1 << 20, mostThreads: 3)
    let size = PixelSize(width: 1920, height: 1080)
    for asked in [nil, 2, 3, 8] {
      let fit = EncoderFit(memory, size: size, threads: asked, frames: 30, room: 1 << 30)
      #expect(fit.threads == min(asked ?? 4, 3))
    }
  }

  @Test func alphaIsASecondEncoder() throws {
    func bytes(_ encoder: Int, keepsAlpha: Bool) throws -> Int {
      try encoding(Self.encoders[encoder], side: 640, frames: 30, keepsAlpha: keepsAlpha)
        .encoderBytes
    }
    // VP8's alpha encoder looks ahead as far as that of the colours, VP9's not at all.
    #expect(try bytes(5, keepsAlpha: true) == 2 * bytes(5, keepsAlpha: false))
    let (opaque, transparent) = try (bytes(4, keepsAlpha: false), bytes(4, keepsAlpha: true))
    #expect(transparent > opaque * 3 / 2 && transparent < opaque * 2)
  }
}
