import DrawbridgeGate
import Foundation

/// A storage as a scenario describes it.
@MainActor final class ScenarioStorage: GateStorage {
    private let kind: Any
    private let isImmediate: Bool
    private var texts: [String: String] = [:]

    init(_ kind: Any?, isImmediate: Bool) { (self.kind, self.isImmediate) = (kind ?? "kept", isImmediate) }

    func get(_ name: String, done: @escaping @MainActor (String?) -> Void) throws {
        let text = (kind as? Json)?["text"] as? String ?? texts[name]
        if kind as? String == "failing" { throw Failure(description: "The disk is full.") }
        if kind as? String == "silent" { return }
        if isImmediate { done(text) } else { Task { done(text) } }
    }

    func set(_ name: String, _ value: String) throws {
        if kind as? String == "failing" { throw Failure(description: "The disk is full.") }
        texts[name] = value
    }
}

/// The app of a scenario, and everything that it can compare.
@MainActor final class ScenarioApp {
    private(set) var client: GateClient!
    private let kit: Json, scenario: Json
    private let environment: @MainActor (inout GateOptions) -> Void
    private var values: Json
    private var opened: [String] = [], problems: [GateProblem] = []
    private var saved: [String] = [], until: Date?
    private var updated: Bool?

    init(_ kit: Json, _ scenario: Json, environment: @escaping @MainActor (inout GateOptions) -> Void) {
        (self.kit, self.scenario, self.environment) = (kit, scenario, environment)
        values = (kit["options"] as! Json).merging(scenario["options"] as? Json ?? [:]) { $1 }
        open()
    }

    func act(_ step: Json) {
        guard let action = step["app"] as? String else { return }
        if action == "restart" {
            client.close()
            values.merge(step["options"] as? Json ?? [:]) { $1 }
            open()
        }
        for _ in 0..<(step["times"] as? Int ?? 1) { call(action) }
    }

    private func call(_ action: String) {
        let client = client!
        switch action {
        case "start", "restart": client.start()
        case "update": Task { updated = await client.update() }
        case "resume": client.resume()
        case "refresh": Task { await client.refresh() }
        case "pause": client.pause()
        case "later": client.later()
        case "skip": client.skip()
        case "close": client.close()
        default: fatalError("There is no action \(action).")
        }
    }

    private func open() {
        let text = { [values] (name: String) in values[name] as? String }
        var options = GateOptions(baseUrl: text("baseUrl") ?? "", key: text("key") ?? "", version: text("version") ?? "")
        options.platform = text("platform") ?? ""
        (options.instanceId, options.os, options.language) = (text("instanceId"), text("os"), text("language"))
        if let ms = values["startWait"] as? Double { options.startWait = ms / 1000 }
        if let ms = values["openSpread"] as? Double { options.openSpread = ms / 1000 }
        if let ms = values["beforeBlockTime"] as? Double { options.beforeBlockTime = ms / 1000 }
        options.allowedHosts = values["allowedHosts"] as? [String] ?? []
        options.allowedSchemes = values["allowedSchemes"] as? [String] ?? []
        options.openLink = { url in
            try self.fail("openLink")
            self.opened.append(url.absoluteString)
            return true
        }
        options.onProblem = { problem in
            self.problems.append(problem)
            try self.fail("onProblem")
        }
        if throwing.contains("update") { options.update = { _ in try self.fail("update"); return true } }
        environment(&options)
        if let outcome = values["beforeBlock"], !(outcome is NSNull) {
            options.beforeBlock = { [schedule = options.schedule] reason, until in
                self.saved.append(reason.rawValue)
                self.until = until
                try await self.save(outcome, schedule)
            }
        }
        client = GateClient(options)
        _ = client.subscribe { _ in try self.fail("listener") }
    }

    private func save(_ outcome: Any, _ schedule: @MainActor (TimeInterval, @escaping GateAction) -> GateAction) async throws {
        if outcome as? String == "resolves" { return }
        if ["throws", "rejects"].contains(outcome as? String) { throw Failure(description: "The work can't be saved.") }
        let ms = (outcome as? Json)?["resolvesAfter"] as? Double
        await withUnsafeContinuation { done in
            if let ms { _ = schedule(ms / 1000) { done.resume() } }
        }
    }

    private var throwing: [String] { scenario["throws"] as? [String] ?? [] }

    private func fail(_ name: String) throws {
        if throwing.contains(name) { throw Failure(description: "The app's \(name) is broken.") }
    }

    func compare(_ expected: Json, seen: [Json]) throws {
        let last = seen.last ?? [:]
        for (name, value) in expected {
            switch name {
            case "state": for (member, value) in value as! Json { try equal(stateMember(member), value, "state.\(member)") }
            case "requests": try equal(seen.count, value, name)
            case "started": try equal(client.state.status != .loading, value, name)
            case "updated": try equal(updated as Any, value, name)
            case "saved": try equal(saved, value, name)
            case "until": try equal(until as Any, value, name)
            case "opened": try equal(opened, value, name)
            case "problems": try equal(problems.map(\.code.rawValue), value, name)
            case "request":
                for (part, value) in value as! Json {
                    guard let members = value as? Json else { try equal(last[part] as Any, value, part); continue }
                    let found = last[part] as? Json
                    for (member, value) in members { try equal(found?[member] as Any, value, "\(part) \(member)") }
                }
            default: throw Failure(description: "The runner knows no expectation \(name).")
            }
        }
        for problem in problems where problem.message.count < 21 || !problem.message.hasSuffix(".") {
            throw Failure(description: "not a sentence: \(problem.message)")
        }
        let reported = problems.last { $0.code != .callbackFailed }
        if let problem = client.state.problem, let reported, problem != reported {
            throw Failure(description: "the last report is \(reported), and the state has \(problem)")
        }
    }

    private func stateMember(_ name: String) throws -> Any {
        if name == "blocked" { return client.state.blocked }
        guard let member = Mirror(reflecting: client.state).children.first(where: { $0.label == name }) else {
            throw Failure(description: "The state has no \(name).")
        }
        return member.value
    }
}

/// Compares a value with one from JSON, of which objects can have fewer members.
@MainActor private func equal(_ actual: Any, _ expected: Any, _ place: String) throws {
    let mirror = Mirror(reflecting: actual)
    if mirror.displayStyle == .optional {
        if let inner = mirror.children.first { return try equal(inner.value, expected, place) }
        if expected is NSNull { return }
    }
    let isEqual = switch actual {
    case let value as Bool: value == expected as? Bool
    case let value as Int: value == expected as? Int
    case let value as String: value == expected as? String
    case let value as [String]: value == expected as? [String]
    case let value as URL: value.absoluteString == expected as? String
    case let value as Date: (expected as? String).flatMap(parseDate).map { abs($0.timeIntervalSince(value)) < 0.0005 } ?? false
    case let value as any RawRepresentable: value.rawValue as? String == expected as? String
    default: false
    }
    if isEqual { return }
    guard let members = expected as? Json, mirror.displayStyle == .struct else {
        throw Failure(description: "\(place) is \(actual), not \(expected)")
    }
    for (name, value) in members {
        try equal(mirror.children.first { $0.label == name }?.value as Any, value, "\(place).\(name)")
    }
}

func parseDate(_ text: String) -> Date? {
    let formatter = ISO8601DateFormatter()
    if text.contains(".") { formatter.formatOptions.insert(.withFractionalSeconds) }
    return formatter.date(from: text)
}
