// swift-tools-version: 6.2
import PackageDescription

/// The same language settings for every target of this package.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
  name: "HybridInference",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "HybridInference", targets: ["HybridInference"]),
    // Not of automatic type: only then can it be built by its name, without llama.cpp.
    .library(name: "CloudBackend", type: .static, targets: ["CloudBackend"]),
    .library(name: "LocalBackend", targets: ["LocalBackend"]),
    .library(name: "FirebaseAILogic", targets: ["FirebaseAILogic"]),
  ],
  targets: [
    .target(name: "HybridInference"),
    .target(name: "CloudBackend", dependencies: ["HybridInference"]),
    .systemLibrary(name: "CLlama", pkgConfig: "llama", providers: [.brew(["llama.cpp"])]),
    .target(name: "LocalBackend", dependencies: ["HybridInference", "CLlama"]),
    .target(
      name: "FirebaseAILogic",
      dependencies: ["HybridInference", "CloudBackend", "LocalBackend"]
    ),

    .executableTarget(
      name: "Chat",
      dependencies: ["HybridInference", "CloudBackend", "LocalBackend"],
      path: "Examples/Chat"
    ),
    // The raw loop that it compares with calls llama.cpp itself.
    .executableTarget(
      name: "Benchmark",
      dependencies: ["HybridInference", "CloudBackend", "LocalBackend", "CLlama"],
      path: "Examples/Benchmark"
    ),

    .target(name: "TestSupport", dependencies: ["HybridInference"], path: "Tests/TestSupport"),
    .executableTarget(
      name: "ExitingProgram",
      dependencies: ["HybridInference", "LocalBackend"],
      path: "Tests/ExitingProgram"
    ),
    // Its types are answered with on the device, too.
    .testTarget(
      name: "HybridInferenceTests",
      dependencies: ["HybridInference", "LocalBackend", "TestSupport"]
    ),
    .executableTarget(
      name: "CloudCalls",
      dependencies: ["HybridInference", "CloudBackend"],
      path: "Tests/CloudCalls"
    ),
    .testTarget(
      name: "CloudBackendTests",
      dependencies: ["CloudBackend", "CloudCalls", "TestSupport"]
    ),
    .testTarget(
      name: "LocalBackendTests",
      dependencies: ["LocalBackend", "ExitingProgram", "TestSupport"]
    ),
    .testTarget(name: "FirebaseAILogicTests", dependencies: ["FirebaseAILogic", "TestSupport"]),
    .testTarget(
      name: "HybridTests",
      dependencies: ["CloudBackend", "LocalBackend", "TestSupport"]
    ),
    .testTarget(
      name: "ExampleTests",
      dependencies: ["FirebaseAILogic", "Chat", "Benchmark", "TestSupport"]
    ),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = settings
}

/// The snippets of the migration guide stand there as they were written, unused names and all.
for target in package.targets where target.name == "FirebaseAILogicTests" {
  target.swiftSettings = Array(settings.dropFirst())
}
