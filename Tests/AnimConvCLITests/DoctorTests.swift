import Foundation
import Testing

/// `doctor` reports only what it has checked.
@Suite struct DoctorTests {
  @Test func everyContainerIsTriedAndReadBack() throws {
    let outcome = try Animconv.run(["doctor"])
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n").map(String.init)
    let rest = "8 frames, 0.9 s, every time and tag as planned"
    #expect(lines.contains("  yes mp4: h264, \(rest)"))
    #expect(lines.contains("  yes webm: vp9, \(rest)"))
    #expect(lines.contains("  yes mov: prores, \(rest)"))
    // The tests run with libjxl; without it the line says so.
    #expect(lines.contains { $0.hasPrefix("  yes libjxl 0.") && $0.hasSuffix("in and out") })
    let stills = lines.filter { $0.hasSuffix("(FFmpeg)") }.map { $0.split(separator: ":")[0] }
    for format in ["TIFF", "BMP", "Targa", "OpenEXR", "DPX", "JPEG 2000", "Photoshop document"] {
      #expect(stills.contains("  yes \(format)"))
    }
    #expect(lines.last == "everything that the defaults need is available and works")
  }

  /// A full disk makes conversions fail even if every library is installed.
  @Test func aContainerThatFailsIsNamedWithItsReason() throws {
    let outcome = try Animconv.run(["doctor"], environment: ["TMPDIR": "/no/such/folder"])
    #expect(outcome.status == 69)
    for container in ["mp4", "webm", "mov"] {
      #expect(
        outcome.text.contains("  NO  \(container): no file can be created in /no/such/folder"))
    }
    #expect(!outcome.text.contains("everything that the defaults need"))
  }

  @Test func machinesReadTheSame() throws {
    let outcome = try Animconv.run(["doctor", "--json"])
    #expect(outcome.status == 0)
    let object = try JSONSerialization.jsonObject(with: outcome.output)
    let doctor = try #require(object as? [String: Any])
    #expect(doctor["leastFFmpeg"] as? String == "5.1")
    let trials = try #require(doctor["trials"] as? [[String: Any]])
    #expect(trials.map { $0["container"] as? String } == ["mp4", "webm", "mov"])
    let stills = try #require(doctor["stills"] as? [[String: Any]])
    #expect(stills.count == 19 && stills.allSatisfy { $0["available"] as? Bool == true })
    for trial in trials {
      #expect(trial["right"] as? Bool == true)
      #expect(trial["frames"] as? Int == 8)
    }
  }
}
