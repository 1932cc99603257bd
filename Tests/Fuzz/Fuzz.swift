// A target of coverage-guided fuzzing, for libFuzzer. `Tests/soak.sh fuzz` builds and runs it.
//
// `HYBRID_INFERENCE_FUZZ` names the subject; see `Subject`.

import Foundation

private let subject: Subject = {
  let name = ProcessInfo.processInfo.environment["HYBRID_INFERENCE_FUZZ"] ?? ""
  guard let subject = Subject(rawValue: name) else {
    let names = Subject.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("HYBRID_INFERENCE_FUZZ is none of: \(names)\n".utf8))
    exit(64)
  }
  return subject
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  subject.run(Data(bytes: bytes, count: count))
  return 0
}

/// Ends the process over a promise that does not hold, which is how a fuzzer finds it.
func require(_ condition: Bool, _ promise: String) {
  guard !condition else { return }
  FileHandle.standardError.write(Data("broken: \(promise)\n".utf8))
  abort()
}
