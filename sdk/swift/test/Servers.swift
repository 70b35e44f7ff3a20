import DrawbridgeGate
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

typealias Json = [String: Any]

struct Failure: Error, CustomStringConvertible {
    let description: String
}

/// What answers the client of a scenario: in memory by a virtual clock, or `faulty-server.ts` on sockets.
@MainActor protocol GateServer {
    func behave(_ behaviors: [Json]) async throws
    func seen() async throws -> [Json]
    /// Lets everything finish that can finish now.
    func settle() async throws
    /// Seconds until an expectation is met.
    var limit: TimeInterval { get }
}

@MainActor final class MemoryServer: GateServer {
    private let answers: [String: Json]
    private let device: VirtualDevice
    private var behaviors: [Json] = [[:]]
    private var asked = 0
    private var requests: [Json] = []

    init(_ kit: Json, _ device: VirtualDevice) {
        answers = kit["answers"] as! [String: Json]
        self.device = device
    }

    func behave(_ behaviors: [Json]) { (self.behaviors, asked) = (behaviors, 0) }
    func seen() -> [Json] { requests }
    func settle() async { await device.settle() }
    var limit: TimeInterval { 0.5 }

    func request(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let parts = URLComponents(url: request.url!, resolvingAgainstBaseURL: false)!
        let query = Dictionary(uniqueKeysWithValues: parts.queryItems!.map { ($0.name, $0.value!) })
        let headers = Dictionary(uniqueKeysWithValues: request.allHTTPHeaderFields!.map { ($0.key.lowercased(), $0.value) })
        let isFresh = headers["cache-control"] == "no-cache"
        requests.append(["path": parts.path, "query": query, "headers": headers, "fresh": isFresh])
        asked += 1
        let behavior = behaviors[min(asked, behaviors.count) - 1]
        let delay = behavior["fault"] as? String == "silent" ? .infinity : behavior["delay"] as? Double
        if let delay { await device.wait(delay) }
        return try respond(behavior, request.url!, headers["if-none-match"])
    }

    private func respond(_ behavior: Json, _ url: URL, _ ifNoneMatch: String?) throws -> (Data, HTTPURLResponse) {
        if behavior["fault"] != nil { throw URLError(.networkConnectionLost) }
        let status = behavior["status"] as? Int ?? 200
        var body = try bodyText(behavior, status)
        body += String(repeating: " ", count: max((behavior["pad"] as? Int ?? 0) - body.utf8.count, 0))
        let date = Date(timeIntervalSince1970: (device.time / 1000 + (behavior["clock"] as? Double ?? 0)).rounded(.down))
        let maxAge = behavior["maxAge"] ?? 30
        var headers = ["date": httpDate(date), "content-type": "application/json; charset=utf-8", "cache-control": "no-store"]
        if status == 200 {
            headers["etag"] = "\"\(String(body.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }, radix: 16))\""
            headers["cache-control"] = maxAge is NSNull ? nil : "private, max-age=\(maxAge)"
        }
        for (name, value) in behavior["headers"] as? Json ?? [:] {
            headers[name] = (value as? String)?.replacingOccurrences(of: "{other}", with: "https://other.example")
        }
        let isKnown = status == 200 && headers["etag"] != nil && headers["etag"] == ifNoneMatch
        let from = (behavior["from"] as? String).flatMap { URL(string: $0) }
        let (sent, code) = isKnown ? (Data(), 304) : (Data(body.utf8), status)
        return (sent, HTTPURLResponse(url: from ?? url, statusCode: code, httpVersion: nil, headerFields: headers)!)
    }

    private func bodyText(_ behavior: Json, _ status: Int) throws -> String {
        if let body = behavior["body"] as? String { return body }
        if status == 304 { return "" }
        var fields: Json = ["code": behavior["code"] ?? "error", "status": status]
        if status == 200 {
            fields = answers[behavior["answer"] as? String ?? "open"]!
            for (name, value) in behavior["with"] as? Json ?? [:] { fields[name] = value as? String == "(absent)" ? nil : value }
        }
        return String(decoding: try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys), as: UTF8.self)
    }
}

/// Control of `faulty-server.ts`.
@MainActor struct SocketServer: GateServer {
    let url: URL

    func behave(_ behaviors: [Json]) async throws {
        try await call("control", "PUT", JSONSerialization.data(withJSONObject: behaviors))
    }
    func seen() async throws -> [Json] {
        try JSONSerialization.jsonObject(with: await call("control/seen", "GET")) as! [Json]
    }
    func forget() async throws { try await call("control/seen", "DELETE") }
    func settle() async throws { try await Task.sleep(nanoseconds: 20_000_000) }
    var limit: TimeInterval { 20 }

    @discardableResult private func call(_ path: String, _ method: String, _ body: Data? = nil) async throws -> Data {
        var request = URLRequest(url: url.appendingPathComponent(path))
        (request.httpMethod, request.httpBody) = (method, body)
        return try await URLSession.shared.data(for: request).0
    }
}

private func httpDate(_ date: Date) -> String {
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "GMT"))
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
}
