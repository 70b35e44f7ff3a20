/// The conformance kit: `conformance KIT-DIRECTORY RESULTS`, with FAULTY_SERVER, the address of `faulty-server.ts`.
@testable import DrawbridgeGate
import Foundation

@main @MainActor struct Conformance {
    let directory: URL
    let kit: Json
    let faultyServer: URL

    static func main() async throws {
        let directory = URL(fileURLWithPath: CommandLine.arguments[1])
        let kit = try read(directory, "scenarios.json")
        let server = URL(string: ProcessInfo.processInfo.environment["FAULTY_SERVER"]!)!
        let isPassed = try await Conformance(directory: directory, kit: kit, faultyServer: server).runAll()
        let hasLinks = try checkStoreLinks(read(directory, "store-links.json"))
        exit(isPassed && hasLinks ? 0 : 1)
    }

    private static func read(_ directory: URL, _ file: String) throws -> Json {
        try JSONSerialization.jsonObject(with: Data(contentsOf: directory.appendingPathComponent(file))) as! Json
    }

    func runAll() async throws -> Bool {
        var lines: [String] = []
        var failures = 0, sockets = 0
        for scenario in kit["scenarios"] as! [Json] {
            let id = scenario["id"] as! String
            do {
                for isImmediate in [true, false] { try await runInMemory(scenario, isImmediate: isImmediate) }
                if scenario["sockets"] as? Bool == true {
                    try await runOnSockets(scenario)
                    sockets += 1
                }
                lines.append("    \"\(id)\": \"passed\"")
            } catch {
                lines.append("    \"\(id)\": \"failed\"")
                print("\(id): \(scenario["says"]!)\n  \(error)")
                failures += 1
            }
        }
        let text = "{\n  \"client\": \"Swift\",\n  \"results\": {\n\(lines.joined(separator: ",\n"))\n  }\n}\n"
        try text.write(toFile: CommandLine.arguments[2], atomically: true, encoding: .utf8)
        print("conformance: \(lines.count - failures) of \(lines.count) scenarios passed, \(sockets) of them on sockets too")
        return failures == 0
    }

    private func runInMemory(_ scenario: Json, isImmediate: Bool) async throws {
        let device = VirtualDevice(time: parseDate(kit["begin"] as! String)!.timeIntervalSince1970 * 1000)
        device.offset = (scenario["deviceClock"] as? Double ?? 0) * 1000
        device.random = scenario["random"] as? Double ?? 0
        let server = MemoryServer(kit, device)
        let storage = ScenarioStorage(scenario["storage"], isImmediate: isImmediate)
        let app = ScenarioApp(kit, scenario) { options in
            options.storage = scenario["storage"] as? String == "memory" ? nil : storage
            options.request = server.request
            options.now = { Date(timeIntervalSince1970: (device.time + device.offset) / 1000) }
            options.random = { device.random }
            options.schedule = device.schedule
        }
        try await run(scenario, app, server, device)
        await device.advance(86_400_000)
        if !device.timers.isEmpty { throw Failure(description: "a closed client leaves a timer") }
    }

    private func runOnSockets(_ scenario: Json) async throws {
        let server = SocketServer(url: faultyServer)
        let storage = ScenarioStorage(scenario["storage"], isImmediate: true)
        let app = ScenarioApp(kit, scenario) { options in
            (options.baseUrl, options.storage) = (faultyServer.absoluteString + "/api/v1", storage)
        }
        try await server.behave([[:]])
        try await server.forget()
        try await run(scenario, app, server, nil)
    }

    private func run(_ scenario: Json, _ app: ScenarioApp, _ server: some GateServer, _ device: VirtualDevice?) async throws {
        defer { app.client.close() }
        for (index, step) in (scenario["steps"] as! [Json]).enumerated() {
            if let behaviors = step["server"] { try await server.behave(behaviors as? [Json] ?? [behaviors as! Json]) }
            if let random = step["random"] as? Double { device?.random = random }
            if let seconds = step["deviceClock"] as? Double { device?.offset = seconds * 1000 }
            if let ms = step["advance"] as? Double { await device?.advance(ms) }
            app.act(step)
            let end = Date() + server.limit
            while true {
                try await server.settle()
                let seen = try await server.seen()
                do {
                    try app.compare(step["expect"] as? Json ?? [:], seen: seen)
                    break
                } catch {
                    if Date() > end { throw Failure(description: "\(type(of: server)), step \(index + 1): \(error)") }
                }
            }
        }
    }

    /// The client knows the store links of the list that all clients share, and no others.
    private static func checkStoreLinks(_ file: Json) -> Bool {
        let known = (file["stores"] as! [String: [String]]).values.flatMap { $0 }
        let cases = file["cases"] as! [Json]
        let wrong = cases.filter {
            let (hosts, schemes) = ($0["allowedHosts"] as? [String] ?? [], $0["allowedSchemes"] as? [String] ?? [])
            return isAllowedLink($0["link"] as! String, hosts: hosts, schemes: schemes) != ($0["isAllowed"] as! Bool)
        }
        print("store links: \(cases.count - wrong.count) of \(cases.count) cases passed", wrong.isEmpty ? "" : "\(wrong)")
        return wrong.isEmpty && known.sorted() == storeLinks.sorted()
    }
}
