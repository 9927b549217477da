// A thumbnailer like that of a web server: many requests at once, for any uploaded files.
//
//     Server REQUESTS FILE...
//
// Each request asks for a file's first frame as a thumbnail, for the number of its frames, or, in
// one of four cases, for a conversion to WebM. One request in ten is cancelled. The files may be
// broken. Exits with 0 if every request ended correctly and memory, threads and descriptors stayed
// within bounds.

import AnimConv
import Foundation
import Measuring

guard CommandLine.arguments.count > 2, let requests = Int(CommandLine.arguments[1]) else {
  print("usage: Server REQUESTS FILE...")
  exit(64)
}
let files = CommandLine.arguments.dropFirst(2).map { AnimationInput($0) }
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
  "animconv-server-\(getpid())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

// The server's memory for thumbnails: all decoded frames together.
let budget = FrameBudget(bytes: 64 << 20)
let thumbnails = Latencies()
let conversions = Latencies()
let cancellations = Latencies()

/// The results of the requests.
struct Outcome {
  var served = 0
  var refused = 0
  var cancelled = 0
  var wrong: [String] = []
}
let outcome = Guarded(Outcome())

@Sendable func serve(_ index: Int) async {
  let file = files[index % files.count]
  do {
    if index % 4 == 3 {
      let output = folder.appendingPathComponent("\(index).webm").path
      defer { try? FileManager.default.removeItem(atPath: output) }
      var conversion = Conversion(input: file, output: AnimationOutput(output))
      conversion.shaping.scale = .width(64)
      try await conversions.measure { _ = try await Converter(conversion).run() }
    } else {
      try await thumbnails.measure {
        let animation = try await AnimatedImage(file, budget: budget)
        let picture = try await animation.frame(
          at: 0, fitting: PixelSize(width: 128, height: 128)
        ).pixels.size
        precondition(picture.width <= 128 && picture.height <= 128)
      }
    }
    outcome.withLock { $0.served += 1 }
  } catch let error as ConversionError {
    outcome.withLock { outcome in
      switch error.kind {
      case .cancelled: outcome.cancelled += 1
      // The file is damaged, exceeds a limit, or refers to missing images: the error names it, and
      // the server continues.
      case .damagedInput, .usage, .missingInput: outcome.refused += 1
      default: outcome.wrong.append(error.description)
      }
      if error.file == nil { outcome.wrong.append("no file: \(error)") }
    }
  } catch {
    outcome.withLock { $0.wrong.append("not typed: \(error)") }
  }
}

let ticker = Ticker()
// By then, the system's libraries have opened their own files.
await serve(0)
let filesBefore = ProcessFigures.openFiles
outcome.withLock { $0 = Outcome() }
await withTaskGroup(of: Void.self) { group in
  for index in 0..<requests {
    // The number of simultaneous connections.
    if index >= 64 { await group.next() }
    group.addTask {
      let task = Task { await serve(index) }
      if index % 10 == 9 {
        try? await Task.sleep(for: .milliseconds(Int.random(in: 0...30)))
        let start = ContinuousClock.now
        task.cancel()
        await task.value
        cancellations.note(.now - start)
      }
      await task.value
    }
  }
}
ticker.stop()
try await Task.sleep(for: .seconds(3))
let end = outcome.withLock { $0 }
print("requests: \(end.served) served, \(end.refused) refused, \(end.cancelled) cancelled")
print("thumbnails: \(thumbnails.summary)")
print("conversions: \(conversions.summary)")
print("from cancel to return: \(cancellations.summary)")
print(
  "memory: \(ProcessFigures.residentKiB / 1024) MiB at the end, at most "
    + "\(ProcessFigures.peakKiB / 1024) MiB; threads: at most \(ticker.mostThreads); descriptors: "
    + "\(filesBefore) before, \(ProcessFigures.openFiles) after")
for text in Set(end.wrong).prefix(5) { print("wrong: \(text)") }
let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
if !left.isEmpty { print("left on the disk: \(left.prefix(5))") }
let isRight =
  end.wrong.isEmpty && left.isEmpty && end.served + end.refused + end.cancelled == requests
  && ProcessFigures.openFiles <= filesBefore + 2
try? FileManager.default.removeItem(at: folder)
exit(isRight ? 0 : 1)
