// Asks the model on the device, or one in the cloud, from the terminal.
//
//   swift run Chat "Why is the sky blue?"           one answer
//   swift run Chat                                  a conversation
//   swift run Chat --mode only-in-cloud --verbose   another inference mode, and the route taken
//
// `ChatArguments` reads the command line, `ChatArguments+Model` shows how the four inference modes
// are made of two models, and `Conversation` how an answer is streamed and what errors mean.

import Foundation
import HybridInference

@main
enum Chat {
  static func main() async {
    let arguments: ChatArguments
    do {
      arguments = try ChatArguments(CommandLine.arguments.dropFirst())
    } catch {
      Terminal.note("Chat: \(error.message)\nTry Chat --help.")
      exit(ExitCode.usage.rawValue)
    }
    if arguments.showsHelp {
      Terminal.write(ChatArguments.help)
      exit(ExitCode.success.rawValue)
    }
    if !arguments.isVerbose {
      InferenceLog.handler = { _ in }
    }
    let environment = ProcessInfo.processInfo.environment
    if let advice = arguments.adviceIfNothingCanAnswer(in: environment) {
      Terminal.note("Chat: \(advice)")
      exit(ExitCode.unavailable.rawValue)
    }
    let conversation = Conversation(arguments: arguments, environment: environment)
    let code =
      if let prompt = arguments.prompt {
        await conversation.answer(prompt)
      } else {
        await conversation.run()
      }
    exit(code.rawValue)
  }
}
