// The gate of Drawbridge in one file: copy it into an app, or take it as a package. Apache-2.0.
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// In `loading`, no answer for this version is there yet. In `maintenance` and `updateRequired`, the gate covers the app.
public enum GateStatus: String, Sendable {
    case loading, open, recommended, announced, maintenance, updateRequired = "update_required"
}
/// `kept`: an earlier answer for this version, the last request failed or is under way. `default`: no answer, the app runs.
public enum GateSource: String, Sendable { case network, kept, `default` }
public enum GateBlockReason: String, Sendable { case update, maintenance }
public enum GateProblemCode: String, Sendable {
    case misconfigured, offline, refused, invalidAnswer = "invalid_answer", callbackFailed = "callback_failed"
}

/// A failure, for logs: it never blocks the app. `reason`: the code that the server sent with `status`, or `redirected`.
public struct GateProblem: Equatable, Sendable {
    public let code: GateProblemCode, message: String
    public var status: Int?, reason: String?
}

public struct GateWindow: Codable, Equatable, Sendable {
    public let name: String, reminderStart: Date, start: Date, end: Date
}

/// Instants are by the server's clock.
public struct GateState: Equatable, Sendable {
    public internal(set) var status = GateStatus.loading, source = GateSource.default
    /// Texts of the server, and their BCP 47 tag. Empty in `announced` while an update is recommended too: show `window` then.
    public internal(set) var title = "", message = "", language: String?
    /// Lowest version that may run, and the store's address if it is an allowed one.
    public internal(set) var updateTo: String?, storeLink: URL?
    /// True if the device's system is too old for the release: nothing to install is offered then.
    public internal(set) var unsupported = false
    /// `saving`: `beforeBlock` saves the user's work, so show no buttons. `canUpdate`: `update()` can do anything.
    public internal(set) var saving = false, canUpdate = false
    /// Current or next maintenance.
    public internal(set) var window: GateWindow?, problem: GateProblem?
    /// When the answer changes, when the server confirmed it, and when a block of a kept answer ends at the latest.
    public internal(set) var nextChangeAt: Date?, checkedAt: Date?, keptUntil: Date?
    public var blocked: Bool { status == .maintenance || status == .updateRequired }
}

/// Texts by name. Errors count as absent values.
@MainActor public protocol GateStorage {
    /// Passes the value, or nil, to `done`: before it returns, so that the first screen is already the right one, or in 500 ms.
    func get(_ name: String, done: @escaping @MainActor (String?) -> Void) throws
    func set(_ name: String, _ value: String) throws
}
extension UserDefaults: GateStorage {
    public func get(_ name: String, done: @escaping @MainActor (String?) -> Void) { done(string(forKey: name)) }
    public func set(_ name: String, _ value: String) { set(value, forKey: name) }
}

public typealias GateAction = @MainActor () -> Void

/// Times are in seconds.
@MainActor public struct GateOptions {
    /// Address of the read API, ending in `/api/v1`, and the project's read key, which is public.
    public var baseUrl: String, key: String
    /// Platform as declared in the project, and the app's version as the user has it installed.
    public var platform: String, version: String, instanceId: String?
    /// Version of the device's system, and a BCP 47 tag instead of the device's.
    public var os: String?, language: String?
    /// Nil: every start is the first of its version.
    public var storage: (any GateStorage)? = UserDefaults.standard
    /// Opens a store link, or replaces opening it; false means nothing was done.
    public var openLink: (@MainActor (URL) async throws -> Bool)?
    public var update: (@MainActor (GateState) async throws -> Bool)?
    /// Hosts and schemes of further store links, such as `acme-updates`: exact names, HTTPS only, never `javascript`.
    public var allowedHosts: [String] = [], allowedSchemes: [String] = []
    /// Called when a problem begins or changes.
    public var onProblem: @MainActor (GateProblem) throws -> Void = { NSLog("Drawbridge: %@", $0.message) }
    /// Saves the user's work when the gate covers the app, once for each block, and again after a restart until it returned for
    /// this version. At the date, after `beforeBlockTime` (10 minutes at most), the app is blocked regardless.
    public var beforeBlock: (@MainActor (GateBlockReason, Date) async throws -> Void)?
    public var beforeBlockTime: TimeInterval = 30
    /// Longest wait of a start for the first answer of a version. After a maintenance, each client opens at its own moment
    /// within `openSpread`, and a tenth of the maintenance.
    public var startWait: TimeInterval = 2, openSpread: TimeInterval = 30
    /// Sends a request within its time limit, without following redirects.
    public var request: @MainActor (URLRequest) async throws -> (Data, HTTPURLResponse) = Transfer.send
    public var now: @MainActor () -> Date = { Date() }
    public var random: @MainActor () -> Double = { Double.random(in: 0..<1) }
    /// Runs an action after a time, and returns one that cancels it.
    public var schedule: @MainActor (TimeInterval, @escaping GateAction) -> GateAction = { delay, run in
        let task = Task { @MainActor in
            try await Task.sleep(nanoseconds: UInt64(min(max(delay, 0), 1e9) * 1e9))
            try Task.checkCancellation()
            run()
        }
        return { task.cancel() }
    }

    public init(baseUrl: String, key: String, platform: String = "ios", version: String? = nil) {
        let installed = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
        (self.baseUrl, self.key, self.platform, self.version) = (baseUrl, key, platform, version ?? installed ?? "")
        let system = ProcessInfo.processInfo.operatingSystemVersion
        os = "\(system.majorVersion).\(system.minorVersion)"
    }

    /// An option that no request can carry: a setting that the build lacks, or an example that was copied with its ellipsis.
    fileprivate var misconfiguration: GateProblem? {
        let times = ["startWait": startWait, "openSpread": openSpread, "beforeBlockTime": beforeBlockTime]
        let rules = [
            (#"(?i)^https?://[^\s?#…]+\z"#, "like https://gate.example/api/v1", ["baseUrl": baseUrl]),
            (#"^\s*[^\s…][^…]*\z"#, "set and complete", ["key": key, "platform": platform, "version": version]),
            (#"^\d+(\.\d+)?\z"#, "seconds", times.mapValues { "\($0)" }),
        ]
        for (form, words, values) in rules {
            for (name, value) in values where find(form, in: value) == nil {
                let message = "The option \(name) must be \(words), not \"\(value)\": correct it."
                return GateProblem(code: .misconfigured, message: message)
            }
        }
        return nil
    }
}

/// Decides from the kept answer immediately, asks the server behind it, and never throws.
@MainActor public final class GateClient {
    public let options: GateOptions
    public private(set) var state = GateState()
    private let name: String
    private var listeners: [UUID: @MainActor (GateState) throws -> Void] = [:]
    private var lastSave = 0, failures = 0
    private var failedCallbacks: Set<String> = []
    private var storage: (any GateStorage)? // Nil after it failed to read: choices that it keeps must not be overwritten.
    private var record = GateRecord(), problem: GateProblem?
    private enum Phase { case new, reading, waiting, running, closed } // Reads the storage, and waits for the first answer.
    private var phase = Phase.new
    private var isConfirmed = false, isFirstRun = false, isPaused = false
    private var isPressed = false // True if the user asks by hand, until the answer.
    private var isUnsaved = false // True if the present block no longer waits for `beforeBlock`.
    private var refusedAt = 0.0, retryAfter = 0.0 // Device time of a failure, and how long the server accepts no request then.
    private var asking: Task<Void, Never>?, waiting: [CheckedContinuation<GateState, Never>] = [] // Callers of `refresh`.
    private enum Timing { case start, ask, answer, change, save }
    private var timers: [Timing: GateAction] = [:]

    public init(_ options: GateOptions) {
        self.options = options
        // Without the version: the text of an older one is replaced instead of staying in the storage.
        name = "drawbridge.gate \(options.baseUrl) \(options.key) \(options.platform) \(options.instanceId ?? "")"
        storage = options.storage
        problem = options.misconfiguration
        phase = problem == nil ? .new : .closed
        state = derive()
        // The app's callback can use the client only after this initializer.
        if let problem { Task { report(problem) } }
    }

    /// Calls `listener` with every new state. Returns an action that ends the subscription.
    public func subscribe(_ listener: @escaping @MainActor (GateState) throws -> Void) -> GateAction {
        let id = UUID()
        listeners[id] = listener
        return { self.listeners[id] = nil }
    }

    /// Decides `state` by the kept answer. Without one, it is `loading` until an answer, or until `startWait` is over.
    public func start() { if phase == .new { proceed() } }

    /// The user wants to know: asks immediately, past caches, and opens without delay. Concurrent calls share one request.
    @discardableResult public func refresh() async -> GateState {
        isPressed = true
        return await withCheckedContinuation { done in
            waiting.append(done)
            proceed()
        }
    }

    /// The app is in the foreground or online again: asks if the answer has expired, and continues to ask when it expires.
    public func resume() {
        if isPaused {
            isPaused = false
            isFirstRun = false // Coming back is another visit: an app can stay in memory for weeks.
            forgetRequest() // The answer to a request from before can be hours old, or never come.
        }
        show()
        proceed()
    }

    /// The app is in the background: no further requests until `resume()`.
    public func pause() {
        isPaused = true
        cancel(.ask)
    }

    /// `recommended`: hidden for a day. `announced`: dismissed for this window.
    public func later() {
        if state.status == .announced { change { $0.dismissed = $0.answer?.window?.start } }
        else if state.status == .recommended { change { $0.laterUntil = serverNow + day } }
    }

    /// `recommended`: hidden until the server names another version.
    public func skip() { if state.status == .recommended { change { $0.skipped = state.updateTo ?? "" } } }

    /// Runs the option `update`, or opens the store link if it is an allowed one. False means nothing was done.
    @discardableResult public func update() async -> Bool {
        guard state.canUpdate else { return false }
        do {
            if let update = options.update { return try await update(state) }
            return try await options.openLink!(state.storeLink!)
        } catch {
            reportCallback(options.update == nil ? "openLink" : "update", error)
            return false
        }
    }

    /// Ends all subscriptions, ignores the answer to a request that is under way, and sends no further one.
    public func close() {
        phase = .closed
        forgetRequest()
        for timing in timers.keys { cancel(timing) }
        lastSave += 1
        listeners = [:]
        proceed()
    }

    private var serverNow: Double { options.now().ms + record.offset }
    private var language: String? { options.language ?? Locale.preferredLanguages.first }

    private func derive() -> GateState {
        let time = serverNow, limit = record.checkedAt + 7 * day
        var next = GateState()
        next.status = record.answer == nil && phase != .running && phase != .closed ? .loading : .open
        next.checkedAt = record.checkedAt == 0 ? nil : Date(timeIntervalSince1970: record.checkedAt / second)
        next.problem = problem
        next.canUpdate = options.update != nil
        let changes = [limit, record.laterUntil, record.answer?.window?.end.ms ?? 0].filter { $0 > time }
        if let change = changes.min() { plan(.change, change - time, show) }
        guard let answer = record.answer, !answer.blocks || isConfirmed || time < limit else { return next }
        // An end before the answer itself is shown: rehearsal keys answer as of another time.
        let isAnnounced = answer.maintenance == .announced, end = answer.window?.end.ms ?? 0
        let isOver = isAnnounced && end > record.checkedAt && end <= time
        let isNew = answer.update == .recommended && record.skipped != answer.updateTo ?? ""
        next.unsupported = answer.isUnsupported == true
        if answer.update == .forced { next.status = .updateRequired }
        else if answer.maintenance == .active { next.status = .maintenance }
        else if isAnnounced && !isOver && record.dismissed != answer.window?.start { next.status = .announced }
        else if isNew && !next.unsupported && !isFirstRun && time >= record.laterUntil { next.status = .recommended }
        // The server sends the texts of the strongest: forced, active, recommended, announced, none.
        let isNone = answer.update == .none && (answer.maintenance == .none || next.status == .announced)
        if isNone || ![.open, .announced].contains(next.status) { (next.title, next.message) = (answer.title, answer.message) }
        (next.language, next.updateTo, next.nextChangeAt) = (answer.language, answer.updateTo, answer.nextChangeAt)
        next.window = isOver ? nil : answer.window
        next.source = isConfirmed ? .network : .kept
        next.saving = answer.blocks && options.beforeBlock != nil && !record.isSaved && !isUnsaved
        if answer.blocks && !isConfirmed { next.keptUntil = Date(timeIntervalSince1970: limit / second) }
        if let link = answer.storeLink, !next.unsupported {
            let isAllowed = isAllowedLink(link, hosts: options.allowedHosts, schemes: options.allowedSchemes)
            next.storeLink = isAllowed ? URL(string: link) : nil
            let message = "The store link \(link) is of no known store: correct or allow it."
            // An app that updates in its own way needs no link.
            let isRefused = next.storeLink == nil && options.update == nil
            if isRefused && problem == nil { next.problem = GateProblem(code: .invalidAnswer, message: message) }
        }
        next.canUpdate = !next.unsupported && (next.canUpdate || (next.storeLink != nil && options.openLink != nil))
        return next
    }

    private func cancel(_ timing: Timing) { timers.removeValue(forKey: timing)?() }

    private func plan(_ timing: Timing, _ ms: Double, _ run: @escaping GateAction) {
        cancel(timing)
        if phase != .closed && !(isPaused && timing == .ask) { timers[timing] = options.schedule(ms / second, run) }
    }

    private func show() {
        let next = derive(), before = state
        if next == before || phase == .closed { return }
        state = next
        if !next.saving { cancel(.save) } else if !before.saving { saveWork() }
        if !next.blocked && next.status != .loading {
            isUnsaved = false // Another block: there may be new work by then.
            lastSave += 1
            if record.isSaved { change { $0.isSaved = false } }
        }
        if let problem = next.problem, problem.message != before.problem?.message { report(problem) }
        for run in listeners.values { attempt("listener") { try run(next) } }
    }

    private func saveWork() {
        let time = min(options.beforeBlockTime, 600), until = options.now() + time
        lastSave += 1
        plan(.save, time * second) { self.endSave(isSaved: false) }
        Task { [lastSave, reason = state.status == .maintenance ? GateBlockReason.maintenance : .update] in
            var failure: (any Error)?
            do { try await options.beforeBlock?(reason, until) } catch { failure = error }
            if let failure { reportCallback("beforeBlock", failure) }
            // Not of a block that has ended, or a client that was closed.
            if lastSave == self.lastSave { endSave(isSaved: failure == nil) }
        }
    }

    private func endSave(isSaved: Bool) {
        isUnsaved = !isSaved
        change { $0.isSaved = isSaved }
    }

    /// Calls a callback of the app. Its error is a problem: the gate goes on.
    @discardableResult private func attempt(_ name: String, _ call: () throws -> Void) -> Bool {
        do { try call() } catch {
            reportCallback(name, error)
            return false
        }
        return true
    }

    private func report(_ found: GateProblem) { attempt("onProblem") { try options.onProblem(found) } }

    /// Once for each callback: it can fail at every answer.
    private func reportCallback(_ name: String, _ error: any Error) {
        guard failedCallbacks.insert(name).inserted else { return }
        report(GateProblem(code: .callbackFailed, message: "The app's \(name) failed (\(error)): correct it."))
    }

    private func change(_ edit: (inout GateRecord) -> Void) {
        var next = record
        edit(&next)
        record = next
        if next.answer?.isRehearsal == true { next.answer = nil }
        attempt("storage") { try storage?.set(name, String(decoding: JSONEncoder().encode(next), as: UTF8.self)) }
        show()
    }

    /// The next step of this phase: reads the storage, asks, or plans when to ask.
    private func proceed() {
        let time = options.now().ms, acceptedAt = refusedAt + retryAfter
        // An answer from after the present time: the clock was set back.
        let isKnown = record.answer != nil && problem == nil && record.checkedAt <= serverNow
        let isFresh = isKnown && serverNow < record.freshUntil
        switch phase {
        case .new: read()
        case .reading: return
        case .closed: tellWaiting()
        default:
            if isPressed || (!isFresh && (time < refusedAt || time >= acceptedAt)) { ask() }
            else if isFresh { askWhenStale() }
            else { plan(.ask, spread(acceptedAt - time), ask) }
        }
    }

    private func read() {
        phase = .reading
        let limit = min(options.startWait, 0.5) * second // A storage that takes longer no longer holds up the request.
        let giveUp = { (waited: Double) in
            self.storage = nil
            self.begin(nil, waited)
        }
        plan(.start, limit) { giveUp(limit) }
        let isRead = attempt("storage") { try storage?.get(name) { self.begin($0) } }
        if !isRead || storage == nil { giveUp(0) }
    }

    private func begin(_ text: String?, _ waited: Double = 0) {
        guard phase == .reading else { return }
        phase = .waiting
        plan(.start, options.startWait * second - waited, finishStart)
        isFirstRun = storage != nil && text == nil
        record = text.flatMap { try? JSONDecoder().decode(GateRecord.self, from: Data($0.utf8)) } ?? GateRecord()
        // Choices of the user outlive the version that they were made in; its answer does not.
        if record.version != options.version { (record.answer, record.isUnanswered, record.isSaved) = (nil, false, false) }
        record.version = options.version
        if record.asked != language { record.freshUntil = 0 }
        // The device's clock was set back: no time passed since the answer, as far as it can tell.
        let back = record.checkedAt - serverNow
        if back > 0 { change { ($0.offset, $0.freshUntil) = ($0.offset + back, 0) } }
        if record.answer != nil || record.isUnanswered { finishStart() }
        proceed()
    }

    private func finishStart() {
        cancel(.start)
        guard phase == .waiting else { return }
        phase = .running
        change { $0.isUnanswered = $0.answer == nil }
    }

    private func tellWaiting() {
        for done in waiting { done.resume(returning: state) }
        waiting = []
    }

    /// Up to a tenth of the time later, and up to two seconds at least: the apps of all users wait for the same instant.
    private func spread(_ ms: Double) -> Double { ms + options.random() * max(ms / 10, 2 * second) }

    /// Planned end of the present maintenance, and when it opens this client, by the server's clock; NaN without a maintenance.
    private func findOpening() -> (end: Double, opensAt: Double) {
        guard let answer = record.answer, answer.maintenance == .active, let window = answer.window else { return (.nan, .nan) }
        let end = window.end.ms, tenth = (end - window.start.ms) / 10
        return (end, end + record.draw * max(min(options.openSpread * second, tenth), 0))
    }

    private func askWhenStale(shortest: Double = 0) {
        let time = serverNow, (end, opensAt) = findOpening()
        let change = record.answer?.nextChangeAt?.ms ?? .nan, wait = max(record.freshUntil - time, shortest)
        // Date and max-age are rounded down to seconds: the client asks after a change, not before.
        guard change > time && change < time + wait + 2 * second else { return plan(.ask, spread(wait), ask) }
        plan(.ask, change == end && opensAt > end ? opensAt - time : change - time + options.random() * 2 * second, ask)
    }

    private func forgetRequest() {
        asking?.cancel()
        asking = nil
    }

    private func ask() {
        cancel(.ask)
        if asking != nil { return }
        let etag = record.answer?.etag
        let values: KeyValuePairs<String, String?> = [
            "platform": options.platform, "current_version": options.version, "instanceId": options.instanceId,
            "os": options.os, "lang": language,
        ]
        let base = options.baseUrl.replacingOccurrences(of: #"/+\z"#, with: "", options: .regularExpression)
        var query = URLComponents()
        query.queryItems = values.filter { $1 ?? "" != "" }.map { URLQueryItem(name: $0, value: $1) }
        // Servers read a plus as a space.
        let encoded = (query.percentEncodedQuery ?? "").replacingOccurrences(of: "+", with: "%2B")
        guard let url = URL(string: "\(base)/gate?\(encoded)") else { return apply(nil, nil) }
        var question = URLRequest(url: url, timeoutInterval: timeout)
        question.allHTTPHeaderFields = ["x-api-key": options.key]
        question.setValue(etag, forHTTPHeaderField: "if-none-match")
        if isPressed || etag == nil { question.setValue("no-cache", forHTTPHeaderField: "cache-control") }
        asking = Task { [question] in
            let reply = try? await options.request(question)
            if !Task.isCancelled { apply(reply, url) }
        }
        plan(.answer, timeout * second) {
            self.forgetRequest()
            self.apply(nil, url)
        }
    }

    /// - Parameter reply: nil means that no complete answer came
    private func apply(_ reply: (Data, HTTPURLResponse)?, _ asked: URL?) {
        asking = nil
        cancel(.answer)
        if let (body, response) = reply { read(body, response, asked) } else { fail(.offline, "sent no answer") }
        isPressed = false
        finishStart()
        show()
        tellWaiting()
    }

    private func read(_ body: Data, _ response: HTTPURLResponse, _ asked: URL?) {
        let status = response.statusCode, header = { response.value(forHTTPHeaderField: $0) ?? "" }
        let seconds = { Int32(header($0)).map { max(Double($0), 0) * second } }
        let age = seconds("age") ?? 0
        let serverTime = httpDate.date(from: header("date")).map { $0.ms + age }
        let isRedirected = (300..<400 ~= status && status != 304) || response.url?.host != asked?.host
        guard !isRedirected && (status == 200 || status == 304) else {
            let code = (try? JSONSerialization.jsonObject(with: body) as? [String: Any])?["code"] as? String
            let date = httpDate.date(from: header("retry-after")).flatMap { date in serverTime.map { date.ms - $0 } }
            let reason = isRedirected ? "redirected" : code.flatMap { find(#"^\w{1,64}\z"#, in: $0) } ?? ""
            // The server can refuse the validator; the two statuses ask for another time instead of another request.
            if status != 429 && status != 503 { change { $0.answer?.etag = nil } }
            let wait = max(seconds("retry-after") ?? date ?? 0, 0)
            return fail(.refused, "answered \(status) \(reason)", status: status, reason: reason, wait: wait)
        }
        // 304 confirms the answer whose ETag was sent.
        let known = record.answer?.etag == nil ? nil : record.answer
        guard let answer = status == 200 ? GateAnswer(body, header) : known else {
            return fail(.invalidAnswer, "sent no answer of a gate")
        }
        (problem, isConfirmed, failures, retryAfter) = (nil, true, 0, 0)
        let maxAgeSeconds = find(#"(?i)(?<=max-age=)\d+"#, in: header("cache-control")).flatMap(Double.init) ?? 30
        // A longer validity would leave an open app without an answer for days.
        let maxAge = min(max(maxAgeSeconds * second - age, 0), day)
        let time = options.now().ms, sample = serverTime.map { $0 - time } ?? record.offset
        var next = record
        // A Date that is older than expected, within max-age: the answer was slow, or comes from a cache.
        let isOlder = record.answer != nil && record.offset - maxAge < sample
        next.offset = isOlder ? max(sample, record.offset - second) : sample
        next.checkedAt = serverTime ?? time + next.offset
        let change = answer.nextChangeAt?.ms ?? 0
        next.freshUntil = min(next.checkedAt + maxAge, change > next.checkedAt ? change : .infinity)
        if record.answer?.maintenance != .active { next.draw = options.random() }
        (next.answer, next.asked, next.isUnanswered) = (answer, language, false)
        let adoptAnswer: GateAction = { [next] in
            self.change { $0 = next }
            self.askWhenStale(shortest: 5 * second)
        }
        let (end, opensAt) = findOpening(), wait = opensAt - time - next.offset
        let isEnd = !answer.blocks && wait > 0 && opensAt - end > wait - second
        if isEnd && !isPressed { plan(.ask, wait, adoptAnswer) } else { adoptAnswer() }
    }

    private func fail(_ code: GateProblemCode, _ text: String, status: Int? = nil, reason: String? = nil, wait: Double = 0) {
        let message = "\(options.baseUrl) \(text): check the options, the server and the network."
        problem = GateProblem(code: code, message: message, status: status, reason: reason)
        isConfirmed = false
        // While the gate covers the app, at most a minute with the jitter.
        retryAfter = min(wait, state.blocked ? 54 * second : 3600 * second)
        refusedAt = options.now().ms
        let backoff = min(5 * second * pow(2, Double(failures)), state.blocked ? 60 * second : 300 * second)
        failures += 1
        plan(.ask, wait > 0 ? spread(retryAfter) : backoff * (1 - options.random() / 2), ask)
    }
}

private let second = 1000.0, day = 86_400_000.0
private let timeout = 10.0 // Longest wait for an answer, seconds.
private let maxBody = 65_536 // Bytes. An answer has about a thousand.

/// The body of `/gate`, checked, with what its headers say: a wrong type anywhere makes it no answer.
private struct GateAnswer: Codable {
    enum Update: String, Codable { case none, recommended, forced }
    enum Maintenance: String, Codable { case none, announced, active }
    let update: Update, maintenance: Maintenance, title: String, message: String
    let updateTo: String?, storeLink: String?, window: GateWindow?, nextChangeAt: Date?
    var etag: String?, language: String?, isUnsupported: Bool?
    var isRehearsal: Bool? // True if it must not outlive this run.
    var blocks: Bool { update == .forced || maintenance == .active } // True if the gate covers the app.

    init?(_ body: Data, _ header: (String) -> String) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .formatted(formatter("yyyy-MM-dd'T'HH:mm:ss.SSSxxx"))
        guard body.count <= maxBody, let object = try? JSONSerialization.jsonObject(with: body) as? [String: Any],
            ["update_to", "store_link", "window", "next_change_at"].allSatisfy({ object[$0] != nil }),
            let answer = try? decoder.decode(Self.self, from: body), answer.window != nil || answer.maintenance == .none
        else { return nil }
        self = answer
        // None that a request cannot carry, or servers refuse for its length: sent anyway, it would stop all further requests.
        etag = find(#"^[!-~]{1,256}\z"#, in: header("etag"))
        language = find(".+", in: header("content-language"))
        (isUnsupported, isRehearsal) = (header("drawbridge-os") == "too_old", header("cache-control").contains("no-store"))
    }
}

/// Everything that a client knows of its gate, and its text in storage. Instants are epoch ms by the server's clock.
private struct GateRecord: Codable {
    var version: String?, asked: String? // Version and language that the answer is for.
    var answer: GateAnswer?
    /// `isUnanswered`: a start of this version ended without an answer, so no other waits for one. `isSaved`: `beforeBlock`
    /// returned for the present block.
    var isUnanswered = false, isSaved = false
    /// When the server last confirmed the answer, until when it needs no question, and the lead of that clock, ms.
    var checkedAt = 0.0, freshUntil = 0.0, offset = 0.0
    var draw = 0.0 // Position of this client in the spread of openings; at least 0, below 1.
    /// Choices of the user: `updateTo` of the skipped version, the time without recommendations, the dismissed start.
    var skipped: String?, laterUntil = 0.0, dismissed: Date?
}

/// One request by a session of its own: no cache, no cookies, no redirects, and no body that is longer than an answer.
private final class Transfer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private var body = Data(), continuation: CheckedContinuation<(Data, HTTPURLResponse), any Error>?

    @MainActor static func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let configuration = URLSessionConfiguration.ephemeral
        (configuration.urlCache, configuration.httpCookieStorage) = (nil, nil)
        configuration.timeoutIntervalForResource = request.timeoutInterval
        let transfer = Transfer(), session = URLSession(configuration: configuration, delegate: transfer, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        return try await withCheckedThrowingContinuation { continuation in
            transfer.continuation = continuation
            session.dataTask(with: request).resume()
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        body += data
        if body.count > maxBody { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let response = error == nil || body.count > maxBody ? task.response as? HTTPURLResponse : nil
        continuation?.resume(with: response.map { .success((body, $0)) } ?? .failure(error ?? URLError(.badServerResponse)))
    }
}

private func find(_ pattern: String, in text: String) -> String? {
    text.range(of: pattern, options: .regularExpression).map { String(text[$0]) }
}

extension Date {
    fileprivate var ms: Double { (timeIntervalSince1970 * second).rounded() } // Epoch ms.
}

private func formatter(_ form: String) -> DateFormatter {
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "GMT"))
    formatter.dateFormat = form
    return formatter
}

private let httpDate = formatter("EEE, dd MMM yyyy HH:mm:ss zzz")

/// Beginnings of links, in lower case.
let storeLinks: [String] = {
    let apple = "apps.apple.com/ itunes.apple.com/"
    let web = "testflight.apple.com/ play.google.com/ appdistribution.firebase.google.com/ appdistribution.firebase.dev/ "
        + "www.amazon.com/gp/mas/ www.amazon.com/dp/ galaxystore.samsung.com/ apps.samsung.com/ appgallery.huawei.com/ "
        + "appgallery.cloud.huawei.com/ apps.microsoft.com/ www.microsoft.com/store/ f-droid.org/"
    let byScheme = [
        "https": "\(apple) \(web)", "itms-apps": apple, "itms-appss": apple, "macappstore": apple,
        "itms-beta": "testflight.apple.com/ beta.itunes.apple.com/", "market": "details?", "amzn": "apps/",
        "samsungapps": "productdetail/", "appmarket": "details?", "ms-windows-store": "pdp/",
    ]
    return ["fdroid.app:"] + byScheme.flatMap { scheme, starts in starts.split(separator: " ").map { "\(scheme)://\($0)" } }
}()

/// A hijacked server must not become a way to install something else: it refuses a port, a user, `..` and the like.
public func isAllowedLink(_ link: String, hosts: [String] = [], schemes: [String] = []) -> Bool {
    let text = link.lowercased(), host = find(#"(?<=^https://)[a-z0-9.-]+(?=[/?#]|\z)"#, in: text)
    // None that runs code, reads the device or has no known receiver.
    let scheme = find("^(?!(https?|javascript|vbscript|data|blob|file|content|intent):)[a-z][a-z0-9+.-]*(?=:.)", in: text)
    return find(#"^(?!.*/(\.|%2e){1,2}([/?#]|\z))[!-\[\]-~]+\z"#, in: text) != nil
        && (storeLinks.contains(where: text.hasPrefix) || hosts.contains { $0.lowercased() == host }
            || schemes.contains { $0.lowercased() == scheme })
}

#if canImport(SwiftUI)
import SwiftUI

/// Around the whole app: the app, with a banner above it where there is something to announce, or the gate in its place, so that
/// no sheet of the app stays above it. The app is not built before the first state is known.
@MainActor public struct DrawbridgeGate<Content: View>: View {
    private let client: GateClient, support: URL?, content: () -> Content
    @State private var state: GateState
    /// Result of the last press of a button.
    @State private var notice: GateWord?
    @State private var unsubscribe: GateAction?
    @Environment(\.scenePhase) private var phase

    /// - Parameter support: address for help, such as `mailto:`
    public init(client: GateClient, support: URL? = nil, @ViewBuilder content: @escaping () -> Content) {
        (self.client, self.support, self.content) = (client, support, content)
        client.start()
        _state = State(initialValue: client.state)
    }

    public var body: some View {
        ZStack {
            if state.blocked {
                ScrollView { screen.padding().frame(maxWidth: 600, alignment: .leading) }
            } else if state.status != .loading {
                VStack(spacing: 0) {
                    if state.status == .announced || state.status == .recommended { banner.padding() }
                    content().frame(maxWidth: .infinity, maxHeight: .infinity)
                }
            }
        }
        .onAppear {
            unsubscribe = client.subscribe { state = $0 }
            state = client.state
        }
        .onDisappear { unsubscribe?() }
        .task(id: phase) {
            if phase == .active { client.resume() } else if phase == .background { client.pause() }
        }
        .task(id: notice) {
            if notice == .checking || (try? await Task.sleep(nanoseconds: 10_000_000_000)) == nil { return }
            notice = nil
        }
    }

    private var words: GateWords { GateWords(client.options.language ?? Locale.preferredLanguages.first ?? "en") }

    @ViewBuilder private var texts: some View {
        let (hasTitle, isAnnounced) = (!state.title.isEmpty, state.status == .announced)
        let planned = words[.planned].replacingOccurrences(of: "{name}", with: state.window?.name ?? "")
        Text(hasTitle || state.window == nil ? state.title : planned).font(.title2).accessibilityAddTraits(.isHeader)
        if !state.message.isEmpty { Text(state.message) }
        if let window = state.window, isAnnounced || state.status == .maintenance {
            let (word, instant): (GateWord, Date) = isAnnounced ? (.starts, window.start) : (.ends, window.end)
            if let line = words.printTime(word, instant, message: state.message) { Text(line) }
        }
    }

    private var screen: some View {
        let hasUpdate = state.status == .updateRequired && state.canUpdate
        return VStack(alignment: .leading, spacing: 16) {
            texts
            if state.status == .updateRequired && !hasUpdate && !state.unsupported {
                Text(words[support == nil ? .askProvider : .askSupport])
            }
            if state.saving {
                ProgressView(words[.saving])
            } else {
                if hasUpdate { Button(words[.update], action: update).buttonStyle(.borderedProminent) }
                Button(words[.retry], action: retry).buttonStyle(.bordered)
                if let support { Link(words[.support], destination: support) }
                if let notice { Text(words[notice]) }
            }
        }
        .environment(\.layoutDirection, words.isRightToLeft ? .rightToLeft : .leftToRight)
    }

    private var banner: some View {
        let isUpdate = state.status == .recommended
        return VStack(alignment: .leading, spacing: 8) {
            texts
            if let notice { Text(words[notice]) }
            HStack {
                if isUpdate && state.canUpdate { Button(words[.update], action: update).buttonStyle(.borderedProminent) }
                Button(words[isUpdate ? .later : .dismiss]) { client.later() }
                if isUpdate { Button(words[.skip]) { client.skip() } }
            }
        }
        .environment(\.layoutDirection, words.isRightToLeft ? .rightToLeft : .leftToRight)
    }

    private func update() {
        Task { notice = await client.update() ? nil : .notUpdated }
    }

    private func retry() {
        notice = .checking
        Task { notice = await client.refresh().source == .network ? .unchanged : .unreachable }
    }
}
#endif

/// The gate's own words, in the order of the texts below.
enum GateWord: Int {
    case update, later, dismiss, skip, retry, support, checking, saving, unchanged, unreachable, notUpdated, askSupport
    case askProvider, planned, starts, ends
}

/// Words of a language; anything that is not known gets English.
struct GateWords {
    private let texts: [String], locale: Locale
    let isRightToLeft: Bool

    /// - Parameter tag: BCP 47
    init(_ tag: String) {
        let isTraditional = find("(?i)^zh-(hant|tw|hk|mo)\\b", in: tag) != nil
        let name = isTraditional ? "zh-Hant" : tag.split(separator: "-").first?.lowercased() ?? "en"
        texts = gateWords[name] ?? gateWords["en"]!
        locale = Locale(identifier: gateWords[name] == nil ? "en" : tag)
        isRightToLeft = name == "ar"
    }

    subscript(_ word: GateWord) -> String { texts[word.rawValue] }

    /// In the time zone of the device; nil where the message already says the same time of day.
    func printTime(_ word: GateWord, _ instant: Date, message: String) -> String? {
        let formatter = DateFormatter()
        (formatter.locale, formatter.dateStyle, formatter.timeStyle) = (locale, .none, .short)
        if message.contains(formatter.string(from: instant)) { return nil }
        formatter.dateStyle = .medium
        return self[word].replacingOccurrences(of: "{time}", with: formatter.string(from: instant))
    }
}

/// In the order of `GateWord`, by language.
private let gateWords = Dictionary(uniqueKeysWithValues: """
    en|Update|Later|OK|Skip this version|Try again|Contact support|Checking…|Saving your work…\
    |Checked. Nothing has changed yet.|We couldn’t check. Try again in a moment.\
    |The update didn’t start. Try again in a moment.|Contact support to get the new version.\
    |Ask the provider of this app for the new version.|Planned maintenance: {name}|Starts {time}, your time\
    |Expected end: {time}, your time
    de|Aktualisieren|Später|OK|Diese Version überspringen|Erneut versuchen|Support kontaktieren|Wird geprüft …\
    |Ihre Arbeit wird gespeichert …|Geprüft. Es hat sich noch nichts geändert.\
    |Die Prüfung ist fehlgeschlagen. Versuchen Sie es gleich noch einmal.\
    |Das Update konnte nicht gestartet werden. Versuchen Sie es gleich noch einmal.\
    |Die neue Version erhalten Sie über den Support.\
    |Die neue Version erhalten Sie dort, wo Sie diese App bekommen haben.|Geplante Wartung: {name}\
    |Beginn: {time}, Ihre Ortszeit|Voraussichtliches Ende: {time}, Ihre Ortszeit
    fr|Mettre à jour|Plus tard|OK|Ignorer cette version|Réessayer|Contacter l’assistance|Vérification…\
    |Enregistrement de votre travail…|Vérification faite. Rien n’a encore changé.\
    |La vérification a échoué. Réessayez dans un instant.|La mise à jour n’a pas démarré. Réessayez dans un instant.\
    |Contactez l’assistance pour obtenir la nouvelle version.\
    |Demandez la nouvelle version à la personne qui vous a fourni cette application.|Maintenance prévue : {name}\
    |Début : {time}, heure locale|Fin prévue : {time}, heure locale
    es|Actualizar|Más tarde|Entendido|Omitir esta versión|Reintentar|Contactar con soporte|Comprobando…\
    |Guardando su trabajo…|Comprobado. Aún no ha cambiado nada.\
    |No se ha podido comprobar. Inténtelo de nuevo en un momento.\
    |La actualización no se ha iniciado. Inténtelo de nuevo en un momento.\
    |Contacte con soporte para obtener la nueva versión.|Pida la nueva versión a quien le facilitó esta aplicación.\
    |Mantenimiento programado: {name}|Inicio: {time}, hora local|Finalización prevista: {time}, hora local
    it|Aggiorna|Più tardi|OK|Salta questa versione|Riprova|Contatta l’assistenza|Verifica in corso…\
    |Salvataggio del lavoro in corso…|Verifica completata. Non è ancora cambiato nulla.\
    |Verifica non riuscita. Riprova tra un momento.|L’aggiornamento non è partito. Riprova tra un momento.\
    |Contatta l’assistenza per ottenere la nuova versione.|Chiedi la nuova versione a chi ti ha fornito questa app.\
    |Manutenzione programmata: {name}|Inizio: {time}, ora locale|Fine prevista: {time}, ora locale
    pt|Atualizar|Mais tarde|OK|Ignorar esta versão|Tentar novamente|Falar com o suporte|Verificando…\
    |Salvando seu trabalho…|Verificado. Nada mudou ainda.|Não foi possível verificar. Tente novamente em instantes.\
    |A atualização não começou. Tente novamente em instantes.|Fale com o suporte para obter a nova versão.\
    |Peça a nova versão a quem forneceu este aplicativo.|Manutenção programada: {name}|Início: {time}, hora local\
    |Término previsto: {time}, hora local
    nl|Bijwerken|Later|OK|Deze versie overslaan|Opnieuw proberen|Contact opnemen met support|Controleren…\
    |Uw werk wordt opgeslagen…|Gecontroleerd. Er is nog niets veranderd.\
    |Controleren is niet gelukt. Probeer het zo nog eens.|Het bijwerken is niet gestart. Probeer het zo nog eens.\
    |Neem contact op met support voor de nieuwe versie.\
    |Vraag de nieuwe versie aan degene van wie je deze app hebt gekregen.|Gepland onderhoud: {name}\
    |Begin: {time}, lokale tijd|Verwacht einde: {time}, lokale tijd
    pl|Zaktualizuj|Później|OK|Pomiń tę wersję|Spróbuj ponownie|Skontaktuj się z pomocą techniczną|Sprawdzanie…\
    |Zapisywanie Twojej pracy…|Sprawdzono. Na razie nic się nie zmieniło.\
    |Nie udało się sprawdzić. Spróbuj ponownie za chwilę.|Aktualizacja się nie rozpoczęła. Spróbuj ponownie za chwilę.\
    |Skontaktuj się z pomocą techniczną, aby otrzymać nową wersję.\
    |O nową wersję zapytaj osobę, od której masz tę aplikację.|Planowana przerwa techniczna: {name}\
    |Początek: {time}, czas lokalny|Przewidywany koniec: {time}, czas lokalny
    tr|Güncelle|Daha sonra|Tamam|Bu sürümü atla|Tekrar dene|Destek ekibiyle iletişim|Kontrol ediliyor…\
    |Çalışmanız kaydediliyor…|Kontrol edildi. Henüz bir değişiklik yok.|Kontrol edilemedi. Birazdan tekrar deneyin.\
    |Güncelleme başlamadı. Birazdan tekrar deneyin.|Yeni sürüm için destek ekibiyle iletişime geçin.\
    |Yeni sürümü, bu uygulamayı size veren kişiden isteyin.|Planlı bakım: {name}|Başlangıç: {time}, yerel saat\
    |Tahmini bitiş: {time}, yerel saat
    ar|تحديث|لاحقًا|حسنًا|تخطي هذا الإصدار|إعادة المحاولة|التواصل مع الدعم|جارٍ التحقق…|جارٍ حفظ عملك…\
    |تم التحقق. لم يتغير شيء بعد.|تعذّر التحقق. أعد المحاولة بعد قليل.|لم يبدأ التحديث. أعد المحاولة بعد قليل.\
    |تواصل مع الدعم للحصول على الإصدار الجديد.|اطلب الإصدار الجديد ممّن زوّدك بهذا التطبيق.|صيانة مجدولة: {name}\
    |البداية: {time} بتوقيتك المحلي|النهاية المتوقعة: {time} بتوقيتك المحلي
    ja|アップデート|後で|OK|このバージョンをスキップ|再試行|サポートに問い合わせる|確認中…|作業内容を保存しています…|確認しました。まだ変更はありません。|確認できませんでした。しばらくしてから再試行してください。\
    |アップデートを開始できませんでした。しばらくしてから再試行してください。|新しいバージョンについては、サポートにお問い合わせください。|新しいバージョンについては、このアプリの提供元にお問い合わせください。\
    |メンテナンス予定：{name}|開始：{time}（現地時間）|終了予定：{time}（現地時間）
    zh|更新|稍后|知道了|跳过此版本|重试|联系客服|正在检查…|正在保存您的工作…|已检查，暂无变化。|无法检查，请稍后重试。|更新未能开始，请稍后重试。|请联系客服获取新版本。|请向提供此应用的人员索取新版本。\
    |计划维护：{name}|开始时间：{time}（本地时间）|预计结束时间：{time}（本地时间）
    zh-Hant|更新|稍後|知道了|略過此版本|重試|聯絡客服|正在檢查…|正在儲存您的工作…|已檢查，目前沒有變更。|無法檢查，請稍後再試。|更新未能開始，請稍後再試。|請聯絡客服以取得新版本。\
    |請向提供此應用程式的人員索取新版本。|預定維護：{name}|開始時間：{time}（本地時間）|預計結束時間：{time}（本地時間）
    """.components(separatedBy: "\n").map { line in
        let texts = line.components(separatedBy: "|")
        return (texts[0], Array(texts.dropFirst()))
    })
