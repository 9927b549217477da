#if Instrumentation
  import AnimConv
  import AnimConvInstrumentation
  import CoreMetrics
  import Foundation
  import InMemoryLogging
  import InMemoryTracing
  import Logging
  import MetricsTestKit
  import Synchronization
  import TestSupport
  import Testing
  import Tracing

  @Suite struct ConversionInstrumentationTests {
    private let handler = InMemoryLogHandler()
    private let metrics = TestMetrics()
    private let tracer = InMemoryTracer()

    private var instrumentation: ConversionInstrumentation {
      var logger = Logger(label: "test") { _ in handler }
      logger.logLevel = .debug
      return ConversionInstrumentation(logger: logger, metrics: metrics, tracer: tracer)
    }

    private let input = SourceTree.root.appending("Tests/Fixtures/orbit.gif")

    @Test func aConversionIsLoggedMeasuredAndTraced() async throws {
      try await TemporaryFolder.with { folder in
        let conversion = Conversion(
          input: .path(input), output: .file(folder.appending("out.webp")))
        let inside = Mutex<Set<String>>([])
        let report = try await tracer.withSpan("request") { _ in
          try await Converter(conversion).run(
            instrumentation,
            onProgress: { _ in
              let span = ServiceContext.current?.inMemorySpanContext?.spanID ?? "none"
              inside.withLock { _ = $0.insert(span) }
            })
        }
        let spans = tracer.finishedSpans
        let span = try #require(spans.first { $0.operationName == "animconv.convert" })
        let request = try #require(spans.first { $0.operationName == "request" })
        #expect(span.parentSpanID == request.spanID)
        #expect(inside.withLock { $0 } == [span.spanID])
        #expect(span.attributes["animconv.frames"]?.toSpanAttribute() == .int64(24))
        #expect(
          span.attributes["animconv.bytes"]?.toSpanAttribute()
            == .int64(report.outputs[0].byteCount))
        #expect(span.attributes["animconv.input"]?.toSpanAttribute() == .string(input.string))
        let phases = span.events.map(\.name)
        #expect(phases.first == "surveying" && phases.last == "finishing")

        let counter = try metrics.expectCounter("animconv.conversions", [("result", "ok")])
        #expect(counter.values == [1])
        let duration = try metrics.expectTimer("animconv.duration", [("result", "ok")])
        #expect(duration.values.count == 1 && duration.values[0] > 0)
        _ = try metrics.expectTimer("animconv.waiting", [("result", "ok")])
        let bytes = try metrics.expectRecorder("animconv.output.bytes")
        #expect(bytes.values == [Double(report.outputs[0].byteCount)])

        let entry = try #require(handler.entries.last)
        #expect(entry.level == .info && entry.message == "converted")
        #expect(entry.metadata["frames"] == "24")
      }
    }

    @Test func aFailureHasItsCodeEverywhere() async throws {
      let conversion = Conversion(
        input: .bytes([], name: "empty.gif"), output: .bytes(AnimationOutput.Bytes()))
      await #expect(throws: ConversionError.self) {
        try await Converter(conversion).run(instrumentation)
      }
      let span = try #require(tracer.finishedSpans.last)
      let code = try #require(span.attributes["animconv.code"]).toSpanAttribute()
      #expect(!span.errors.isEmpty)
      guard case .string(let name) = code else {
        Issue.record("\(code)")
        return
      }
      _ = try metrics.expectCounter("animconv.conversions", [("result", name)])
      let entry = try #require(handler.entries.last)
      #expect(entry.level == .error && entry.metadata["code"] == .string(name))
      #expect(entry.metadata["input"] == "empty.gif")
    }

    @Test func damageIsAWarning() async throws {
      var bytes = try TemporaryFolder.bytes(of: input)
      bytes.removeLast(bytes.count / 3)
      var conversion = Conversion(
        input: .bytes(bytes, name: "cut.gif"), output: .bytes(AnimationOutput.Bytes()))
      conversion.kind = .webp
      try await Converter(conversion).run(instrumentation)
      #expect(
        handler.entries.contains { $0.level == .warning && $0.metadata["input"] == "cut.gif" })
    }
  }
#endif
