import Testing

@testable import AnimConvCLI

@Test func targetBuilds() {}
