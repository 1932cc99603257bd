import XCTest

@testable import LocalBackend

final class ModelStoreTests: XCTestCase {
  func testNamedFileComesFirst() {
    let path = ModelStore.systemModelPath(
      environment: ["HYBRID_INFERENCE_MODEL": "/a/b.gguf", "XDG_DATA_HOME": "/x"]
    )
    XCTAssertEqual(path, "/a/b.gguf")
  }

  #if !canImport(Darwin)
  func testStore() {
    let home = ["HOME": "/home/a"]
    let name = "/hybrid-inference/models/system.gguf"
    XCTAssertEqual(ModelStore.systemModelPath(environment: home), "/home/a/.local/share" + name)
    let cases = [("/x", "/x"), ("", "/home/a/.local/share"), ("relative", "/home/a/.local/share")]
    for (value, folder) in cases {
      let environment = home.merging(["XDG_DATA_HOME": value, "HYBRID_INFERENCE_MODEL": ""]) { $1 }
      XCTAssertEqual(ModelStore.systemModelPath(environment: environment), folder + name)
    }
    let named = home.merging(["HYBRID_INFERENCE_MODEL": "~/m.gguf"]) { $1 }
    XCTAssertEqual(ModelStore.systemModelPath(environment: named), "/home/a/m.gguf")
  }
  #endif

  func testSwitch() {
    for (value, isOff) in [("off", true), ("OFF", true), ("0", true), ("on", false), ("", false)] {
      XCTAssertEqual(
        ModelStore.isSwitchedOff(environment: ["HYBRID_INFERENCE_ON_DEVICE": value]),
        isOff,
        value
      )
    }
    XCTAssertFalse(ModelStore.isSwitchedOff(environment: [:]))
  }

  func testCoresOfHyperthreads() {
    let text = (0..<8).map {
      "processor\t: \($0)\nphysical id\t: \($0 / 4)\ncore id\t\t: \($0 % 2)\n"
    }
    XCTAssertEqual(Machine.coreCount(inCPUInfo: text.joined(separator: "\n")), 4)
    XCTAssertNil(Machine.coreCount(inCPUInfo: "processor : 0\nBogoMIPS : 108.00\n"))
  }

  func testMemory() throws {
    var header = GGUFHeader()
    header.metadata = [
      "general.architecture": .text("a"), "a.block_count": .integer(4),
      "a.embedding_length": .integer(64), "a.attention.head_count": .integer(4),
    ]
    header.tensorBytes = 1000
    // 4 layers, keys and values of 64 numbers, 2 bytes each: 1,024 bytes for each token.
    let context = ContextPlan(contextSize: 100, sequences: 2, batchSize: 1, threads: 1)
    XCTAssertTrue(Machine(memory: 205_800, threads: 1).canHold(header, context: context))
    XCTAssertFalse(Machine(memory: 205_799, threads: 1).canHold(header, context: context))
    let endless = ContextPlan(contextSize: .max, sequences: .max, batchSize: 1, threads: 1)
    XCTAssertFalse(Machine(memory: .max, threads: 1).canHold(header, context: endless))
  }
}
