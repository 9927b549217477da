import AnimConv
import Foundation
import SystemPackage

/// Converts files over and over in one process. Sometimes a conversion is cancelled.
func soak(_ count: Int, folder: String, files: [String]) async throws {
  let output = FilePath(folder).appending("out.mp4")
  var atStart = (memory: 0, files: 0)
  var cancelled = 0
  let clock = ContinuousClock()
  let start = clock.now
  var random = SeededGenerator(seed: 1)
  for number in 1...count {
    var conversion = Conversion(
      input: .path(FilePath(files[number % files.count])), output: .file(output))
    conversion.overwriting = .replace
    conversion.video.encoderPreset = "ultrafast"
    let request = conversion
    if number % 10 == 0 {
      let task = Task { try await Converter(request).run() }
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<8000, using: &random)))
      task.cancel()
      if case .failure = await task.result { cancelled += 1 }
    } else {
      try await Converter(request).run()
    }
    if number == 500 { atStart = (Memory.residentKiB, Memory.openFiles) }
    if number % 1000 == 0 || number == 500 {
      print(
        number, "conversions,", cancelled, "cancelled,", Memory.residentKiB, "KiB,",
        Memory.openFiles, "open files,", Int((clock.now - start).milliseconds / 1000), "s")
    }
  }
  let names = try FileManager.default.contentsOfDirectory(atPath: folder)
  print("growth since the 500th, KiB", Memory.residentKiB - atStart.memory, separator: "\t")
  print("open files then and now", atStart.files, Memory.openFiles, separator: "\t")
  print("files in the folder", names.sorted().joined(separator: " "), separator: "\t")
}
