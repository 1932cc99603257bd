// Makes calls of the Gemini API, one after the other, and returns from `main`.
//
//   CloudCalls ADDRESS SCENARIO CALL...
//
// Tests run it to see how a program ends after its last call, and what the framework below cannot bear
// in the process of the tests. `main` is not asynchronous: that would end the program by `exit`.

import CloudBackend
import Dispatch
import Foundation
import HybridInference

@main
enum CloudCalls {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 2, let address = URL(string: arguments[0]) else {
      print("usage: CloudCalls ADDRESS SCENARIO CALL...")
      exit(64)
    }
    let model = GeminiModel(
      name: "gemini-2.5-flash",
      api: .developer(
        apiKey: ProcessInfo.processInfo.environment["GEMINI_API_KEY"] ?? "",
        baseURL: address,
        headers: ["x-oracle-scenario": arguments[1]]
      ),
      requestOptions: .init(timeout: .seconds(2), connectTimeout: .seconds(2))
    )
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      for name in arguments.dropFirst(2) {
        guard let call = Call(rawValue: name) else {
          print("there is no call \(name)")
          continue
        }
        print("\(name): \(await call.outcome(of: model))")
      }
      end.signal()
    }
    end.wait()
  }
}
