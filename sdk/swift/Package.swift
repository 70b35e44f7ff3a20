// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "DrawbridgeGate",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8)],
    products: [.library(name: "DrawbridgeGate", targets: ["DrawbridgeGate"])],
    targets: [
        .target(name: "DrawbridgeGate"),
        .executableTarget(name: "conformance", dependencies: ["DrawbridgeGate"], path: "test", exclude: ["run.ts", "words.test.ts"]),
    ]
)
