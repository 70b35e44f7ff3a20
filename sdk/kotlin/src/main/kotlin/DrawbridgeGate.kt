/** Drawbridge for Android and the JVM: one file to copy, with no dependency. Apache-2.0. Times are ms, instants epoch ms. */
package drawbridge.gate

import java.net.*
import java.text.*
import java.util.*
import java.util.concurrent.*
import kotlin.concurrent.thread

/** In `MAINTENANCE` and `UPDATE_REQUIRED`, the gate covers the app. `LOADING` lasts as long as `startWait` at most. */
enum class GateStatus { LOADING, OPEN, RECOMMENDED, ANNOUNCED, MAINTENANCE, UPDATE_REQUIRED }

/** `KEPT`: an earlier answer for this version, since the last request failed or is under way. `DEFAULT`: no answer. */
enum class GateSource { NETWORK, KEPT, DEFAULT }
enum class GateBlockReason { UPDATE, MAINTENANCE }
enum class GateProblemCode { MISCONFIGURED, OFFLINE, REFUSED, INVALID_ANSWER, CALLBACK_FAILED }

/** A failure, for logs: it never blocks the app. `reason`: the code that the server sent with a `status`, or `redirected`. */
data class GateProblem(val code: GateProblemCode, val message: String, val status: Int? = null, val reason: String? = null)
data class GateWindow(val name: String, val reminderStart: Long, val start: Long, val end: Long)

/** Everything that an app or a screen needs. Instants are by the server's clock. */
data class GateState(
    val status: GateStatus,
    val source: GateSource,
    val blocked: Boolean, // True if the gate covers the app.
    val saving: Boolean, // True while `beforeBlock` saves the user's work.
    val unsupported: Boolean, // True if the device's system is too old for the release that the server asks for.
    val title: String, val message: String, // Of the server; "" in `ANNOUNCED` while an update is recommended too.
    val language: String?, // BCP 47 tag of both.
    val updateTo: String?, // Lowest version that may run.
    val storeLink: String?, // Only an allowed one.
    val canUpdate: Boolean, // True if `update()` can do anything: offer the button only then.
    val window: GateWindow?, val nextChangeAt: Long?,
    val checkedAt: Long?, // When the server last confirmed this answer.
    val keptUntil: Long?, // End of the block of a kept answer.
    val problem: GateProblem?,
)

/** Texts by name. `get` passes one or null to `done`: before it returns, so that the first screen is decided, or in 500 ms. */
interface GateStorage {
    fun get(name: String, done: (String?) -> Unit)
    fun set(name: String, text: String)
}

/** `header` takes lower-case names. `url`: address that answered, where the transport follows redirects by itself. */
class GateResponse(val status: Int, val body: String, val url: String? = null, val header: (String) -> String?)

class GateOptions(
    val baseUrl: String, // Ends in `/api/v1`.
    val key: String, // Read key of the project: public.
    val version: String,
    val platform: String = "android",
    val instanceId: String? = null,
    val os: String? = null, // Version of the system as releases require it: the API level on Android.
    val language: String? = null, // BCP 47 tag; null: that of the device.
    val storage: GateStorage? = null, // Null: every start is the first of its version.
    val openLink: ((String) -> Any?)? = null, // False: nothing was opened.
    val update: ((GateState) -> Any?)? = null, // Instead of opening the store link. False: nothing was done.
    val allowedHosts: List<String> = emptyList(), // Of store links, besides the stores': exact names, HTTPS only.
    val allowedSchemes: List<String> = emptyList(),
    /** Saves the user's work before a block, until `until` by the device's clock. Calls `done`, with the error if it failed. */
    val beforeBlock: ((reason: GateBlockReason, until: Long, done: (Throwable?) -> Unit) -> Unit)? = null,
    val beforeBlockTime: Long = 30_000, // At most ten minutes.
    val onProblem: (GateProblem) -> Unit = { System.err.println("Drawbridge: ${it.message}") },
    val callbackExecutor: Executor = callbackThread, // Runs the app's callbacks in their order: on Android, that of the screen.
    val startWait: Long = 2000, // For an answer, in the first start of a version.
    val openSpread: Long = 30_000, // After a maintenance, each client opens at its own moment within this time.
    /** Sends a GET request, in ten seconds at most. Passes null to `done` without a complete answer. */
    val request: (url: String, headers: Map<String, String>, done: (GateResponse?) -> Unit) -> Unit = ::requestByUrlConnection,
    val now: () -> Long = System::currentTimeMillis,
    val random: () -> Double = Math::random,
    val schedule: (ms: Long, run: () -> Unit) -> () -> Unit = ::scheduleOnThread, // Returns what cancels the timer.
)

private const val SECOND = 1000L
private const val MINUTE = 60 * SECOND
private const val DAY = 1440 * MINUTE
private const val TIMEOUT = 10 * SECOND
private const val LONGEST_BODY = 65_536 // Bytes; an answer has about a thousand.

private enum class Phase { NEW, READING, WAITING, RUNNING, CLOSED } // Reads the storage, and waits for the first answer.
private enum class Timing { START, ASK, ANSWER, CHANGE, SAVE }

/** Decides from the kept answer immediately, asks the server behind it, and never throws. Any thread can call it. */
class GateClient(private val options: GateOptions) {
    private val name = options.run { "drawbridge.gate $baseUrl $key $platform ${instanceId.orEmpty()}" }
    private val lock = Any()
    private val failedCallbacks = mutableSetOf<String>()
    private val timers = mutableMapOf<Timing, () -> Unit>()
    private var listeners = emptyList<(GateState) -> Unit>()
    private var waiting = emptyList<(GateState) -> Unit>() // Callers of `refresh`.
    private var storage = options.storage // Null after it failed to read: choices that it keeps must not be overwritten.
    private var record = Record()
    private var problem = findMisconfiguration(options)
    private var phase = if (problem == null) Phase.NEW else Phase.CLOSED
    private var isFirstRun = false
    private var isConfirmed = false
    private var isPaused = false
    private var isPressed = false // True if the user asks by hand, until the answer.
    private var isUnsaved = false // True if the present block no longer waits for `beforeBlock`.
    private var failures = 0
    private var refusedAt = 0L // Device time of the last failure, from which the server accepts no request for `retryAfter`.
    private var retryAfter = 0L
    private var asking: Any? = null // The newest request: other answers are ignored.
    private var saving: Any? = null // The present block, if it called `beforeBlock`.

    @Volatile var state: GateState = derive()
        private set

    init { problem?.let(::report) }

    /** Returns what ends the subscription. */
    fun subscribe(listener: (GateState) -> Unit): () -> Unit {
        locked { listeners = listeners + listener }
        return { locked { listeners = listeners - listener } }
    }

    /** Decides `state` by the kept answer, and asks. Without one, it is `LOADING` until an answer or the end of `startWait`. */
    fun start() = locked { if (phase == Phase.NEW) proceed() }

    /** The user wants to know: asks immediately, past caches, and opens without delay. Concurrent calls share one request. */
    fun refresh(done: (GateState) -> Unit = {}) = locked {
        isPressed = true
        waiting = waiting + done
        proceed()
    }

    /** The app is in the foreground or online again: asks if the answer has expired, and continues to ask when it expires. */
    fun resume() = locked {
        if (isPaused) {
            isPaused = false
            isFirstRun = false // Coming back is another visit: an app can stay in memory for weeks.
            asking = null // Its answer can be hours old, or never come.
        }
        show()
        proceed()
    }

    /** The app is in the background: no further requests until `resume()`. */
    fun pause() = locked {
        isPaused = true
        cancel(Timing.ASK)
    }

    /** Hides a recommendation for a day, or an announcement for its window. */
    fun later() = locked {
        if (state.status == GateStatus.ANNOUNCED) change { dismissed = answer?.window?.start ?: 0 }
        else if (state.status == GateStatus.RECOMMENDED) change { laterUntil = serverNow() + DAY }
    }

    /** Hides a recommendation until the server names another version. */
    fun skip() = locked { if (state.status == GateStatus.RECOMMENDED) change { skipped = "${state.updateTo}" } }

    /** Runs the option `update`, or opens the store link if it is an allowed one. False means nothing was done. */
    fun update(): Boolean {
        val current = state.takeIf { it.canUpdate } ?: return false
        val update = options.update ?: return attempt("openLink") { options.openLink?.invoke("${current.storeLink}") }
        return attempt("update") { update(current) }
    }

    /** Ends all subscriptions, and sends no further request. */
    fun close() = locked {
        phase = Phase.CLOSED
        asking = null
        saving = null
        Timing.values().forEach(::cancel)
        listeners = emptyList()
        proceed()
    }

    private fun locked(run: () -> Unit) = synchronized(lock, run)
    private fun post(name: String, call: () -> Any?) = options.callbackExecutor.execute { attempt(name, call) }
    private fun report(found: GateProblem) = post("onProblem") { options.onProblem(found) }
    private fun serverNow() = options.now() + record.offset
    private fun language() = options.language ?: Locale.getDefault().toLanguageTag()

    /** Calls a callback of the app. Its error is a problem, and its result is false then: the gate goes on. */
    private fun attempt(name: String, call: () -> Any?): Boolean =
        runCatching { call() != false }.getOrElse { error -> false.also { reportCallback(name, error) } }

    /** Once for each callback: it can fail at every answer. */
    private fun reportCallback(name: String, error: Throwable) = locked {
        val message = "The app's $name failed ($error): correct it."
        if (failedCallbacks.add(name)) report(GateProblem(GateProblemCode.CALLBACK_FAILED, message))
    }

    private fun cancel(timer: Timing) { timers.remove(timer)?.invoke() }

    private fun plan(timer: Timing, ms: Long, run: () -> Unit) {
        cancel(timer)
        if (phase == Phase.CLOSED || (isPaused && timer == Timing.ASK)) return
        var isDue = true // A timer can wait for the lock while it is canceled.
        val stop = options.schedule(maxOf(ms, 0)) { locked { if (isDue) run() } }
        timers[timer] = { isDue = false; stop() }
    }

    private fun derive(): GateState {
        val time = serverNow()
        val limit = record.checkedAt + 7 * DAY // Of a kept block without contact.
        val answer = record.answer?.takeIf { isConfirmed || !it.isBlocking || time < limit }
        val blocked = answer?.isBlocking == true
        val unsupported = answer?.isUnsupported == true
        val link = answer?.storeLink?.takeUnless { unsupported }
        val storeLink = link?.takeIf { isAllowedLink(it, options.allowedHosts, options.allowedSchemes) }
        val (update, maintenance, window) = Triple(answer?.update, answer?.maintenance, answer?.window)
        // An end before the answer itself is shown: rehearsal keys answer as of another time.
        val isOver = maintenance == "announced" && (window?.end ?: 0) in record.checkedAt + 1..time
        val isWanted = update == "recommended" && !unsupported && !isFirstRun && record.skipped != "${answer?.updateTo}"
        val status = when {
            update == "forced" -> GateStatus.UPDATE_REQUIRED
            maintenance == "active" -> GateStatus.MAINTENANCE
            maintenance == "announced" && !isOver && record.dismissed != window?.start -> GateStatus.ANNOUNCED
            isWanted && time >= record.laterUntil -> GateStatus.RECOMMENDED
            else -> if (answer == null && phase < Phase.RUNNING) GateStatus.LOADING else GateStatus.OPEN
        }
        val changes = listOf(limit, record.laterUntil, window?.end ?: 0).filter { it > time }
        changes.minOrNull()?.let { plan(Timing.CHANGE, it - time, ::show) }
        // The server sends the texts of the strongest: forced, active, recommended, announced, none.
        val others = if (maintenance != "none") GateStatus.ANNOUNCED else GateStatus.OPEN
        val texts = answer?.takeIf { blocked || status == if (update != "none") GateStatus.RECOMMENDED else others }
        val refusal = GateProblem(GateProblemCode.INVALID_ANSWER, "$link is a link of no known store: correct or allow it.")
        return GateState(
            status, if (answer == null) GateSource.DEFAULT else if (isConfirmed) GateSource.NETWORK else GateSource.KEPT,
            blocked, blocked && options.beforeBlock != null && !record.isSaved && !isUnsaved, unsupported,
            texts?.title.orEmpty(), texts?.message.orEmpty(), answer?.language, answer?.updateTo, storeLink,
            canUpdate = !unsupported && (options.update != null || (storeLink != null && options.openLink != null)),
            window.takeUnless { isOver }, answer?.nextChangeAt, record.checkedAt.takeIf { it != 0L },
            keptUntil = limit.takeIf { blocked && !isConfirmed },
            problem ?: refusal.takeIf { link != storeLink && options.update == null },
        )
    }

    private fun show() {
        val before = state
        val next = derive()
        if (next == before || phase == Phase.CLOSED) return
        state = next
        if (!next.saving) cancel(Timing.SAVE) else if (!before.saving) save()
        if (!next.blocked && next.status != GateStatus.LOADING) {
            saving = null
            isUnsaved = false // Another block: there may be new work by then.
            if (record.isSaved) change { isSaved = false }
        }
        if (next.problem?.message != before.problem?.message) next.problem?.let(::report)
        for (listener in listeners) post("listener") { if (listener in listeners) listener(next) }
    }

    private fun save() {
        val time = minOf(options.beforeBlockTime, 10 * MINUTE)
        val until = options.now() + time
        val reason = if (state.status == GateStatus.MAINTENANCE) GateBlockReason.MAINTENANCE else GateBlockReason.UPDATE
        val own = Any().also { saving = it }
        val giveUp = { isUnsaved = true; show() }
        plan(Timing.SAVE, time, giveUp)
        val end = { error: Throwable? ->
            if (error != null) reportCallback("beforeBlock", error)
            // Not of a block that has ended, or a client that was closed.
            locked { if (saving === own) if (error == null) change { isSaved = true } else giveUp() }
        }
        options.callbackExecutor.execute { runCatching { options.beforeBlock?.invoke(reason, until, end) }.onFailure(end) }
    }

    private fun change(edit: Record.() -> Unit) {
        record.edit()
        attempt("storage") { storage?.set(name, record.print(options.version)) }
        show()
    }

    /** The next step of this phase: reads the storage, asks, or plans when to ask. */
    private fun proceed() {
        val time = options.now()
        val acceptedAt = refusedAt + retryAfter
        // An answer from after the present time: the clock was set back.
        val isFresh = record.answer != null && problem == null && serverNow() in record.checkedAt until record.freshUntil
        when {
            phase == Phase.NEW -> read()
            phase == Phase.READING -> return
            phase == Phase.CLOSED -> tellWaiting()
            isPressed || (!isFresh && time !in refusedAt until acceptedAt) -> ask()
            isFresh -> askWhenStale()
            else -> plan(Timing.ASK, spread(acceptedAt - time), ::ask)
        }
    }

    private fun read() {
        phase = Phase.READING
        val limit = minOf(options.startWait, SECOND / 2) // A storage that takes longer no longer holds up the request.
        val giveUp = { waited: Long -> storage = null; begin(null, waited) }
        plan(Timing.START, limit) { giveUp(limit) }
        val isRead = attempt("storage") { storage?.get(name) { text -> locked { begin(text) } } }
        if (!isRead || storage == null) giveUp(0)
    }

    private fun begin(text: String?, waited: Long = 0) {
        if (phase != Phase.READING) return
        phase = Phase.WAITING
        plan(Timing.START, options.startWait - waited, ::finishStart)
        isFirstRun = storage != null && text == null
        val kept = parseJson(text.orEmpty()) as? Map<*, *> ?: emptyMap<String, Any>()
        // Choices of the user outlive the version that they were made in; its answer does not.
        val choices = kept.filterKeys { it in listOf("skipped", "laterUntil", "dismissed") }
        record = Record(if (kept["version"] == options.version) kept else choices)
        if (record.language != language()) record.freshUntil = 0
        // The device's clock was set back: no time passed since the answer, as far as it can tell.
        val back = record.checkedAt - serverNow()
        if (back > 0) change { offset += back; freshUntil = 0 }
        if (record.answer != null || record.isUnanswered) finishStart()
        proceed()
    }

    private fun finishStart() {
        cancel(Timing.START)
        if (phase != Phase.WAITING) return
        phase = Phase.RUNNING
        change { isUnanswered = answer == null }
    }

    private fun tellWaiting() {
        for (done in waiting) post("callback") { done(state) }
        waiting = emptyList()
    }

    private fun draw(ms: Long) = (options.random() * ms).toLong()

    /** Up to a tenth of the time later, and up to two seconds at least: the apps of all users wait for the same instant. */
    private fun spread(ms: Long) = ms + draw(maxOf(ms / 10, 2 * SECOND))

    /** Planned end of the present maintenance, and when it opens this client; zeros without one. */
    private fun findOpening(): Pair<Long, Long> {
        val (_, _, start, end) = record.answer?.takeIf { it.maintenance == "active" }?.window ?: return Pair(0, 0)
        return Pair(end, end + (record.draw * minOf(options.openSpread, (end - start) / 10).coerceAtLeast(0)).toLong())
    }

    private fun askWhenStale(shortest: Long = 0) {
        val time = serverNow()
        val (end, opensAt) = findOpening()
        val change = record.answer?.nextChangeAt ?: 0
        val wait = maxOf(record.freshUntil - time, shortest)
        // Date and max-age are rounded down to seconds: the client asks after a change, not before.
        val isChange = change > time && change < time + wait + 2 * SECOND
        val atChange = if (change == end && opensAt > end) opensAt - time else change - time + draw(2 * SECOND)
        plan(Timing.ASK, if (isChange) atChange else spread(wait), ::ask)
    }

    private fun ask() {
        cancel(Timing.ASK)
        if (asking != null) return
        val own = Any().also { asking = it }
        val etag = record.answer?.etag
        val headers = mutableMapOf("x-api-key" to options.key)
        if (etag != null) headers["if-none-match"] = etag
        if (etag == null || isPressed) headers["cache-control"] = "no-cache"
        val query = options.run {
            mapOf("platform" to platform, "current_version" to version, "instanceId" to instanceId, "os" to os)
        }
        val pairs = (query + ("lang" to language())).filterNot { it.value.isNullOrEmpty() }
            .map { (part, value) -> "$part=${URLEncoder.encode(value, "UTF-8").replace("+", "%20")}" }
        val url = "${options.baseUrl.trimEnd('/')}/gate?${pairs.joinToString("&")}"
        val receive = { response: GateResponse? -> locked { if (asking === own) apply(response, url) } }
        plan(Timing.ANSWER, TIMEOUT) { receive(null) }
        if (!attempt("request") { options.request(url, headers, receive) }) receive(null)
    }

    private fun apply(response: GateResponse?, asked: String) {
        asking = null
        cancel(Timing.ANSWER)
        if (response == null) fail(GateProblemCode.OFFLINE, "sent no answer") else read(response, asked)
        isPressed = false
        finishStart()
        show()
        tellWaiting()
    }

    private fun fail(code: GateProblemCode, text: String, status: Int? = null, reason: String? = null, wait: Long = 0) {
        val message = "${options.baseUrl} ${text.trim()}: check the options, the server and the network."
        problem = GateProblem(code, message, status, reason)
        isConfirmed = false
        // While the gate covers the app, it asks once a minute at least, with the jitter.
        retryAfter = wait.coerceIn(0, if (state.blocked) 54 * SECOND else 60 * MINUTE)
        refusedAt = options.now()
        val backoff = minOf(5 * SECOND shl minOf(failures++, 9), if (state.blocked) MINUTE else 5 * MINUTE)
        plan(Timing.ASK, if (retryAfter > 0) spread(retryAfter) else backoff - draw(backoff / 2), ::ask)
    }

    private fun read(response: GateResponse, asked: String) {
        val status = response.status
        val header = { name: String -> response.header(name).orEmpty() }
        val age = header("age").toIntOrNull()?.coerceAtLeast(0) ?: 0
        val serverTime = parseDate(header("date"))?.plus(age * SECOND)
        val body = if (response.body.length <= LONGEST_BODY) parseJson(response.body) as? Map<*, *> else null
        val isElsewhere = response.url != null && originOf(response.url) != originOf(asked)
        val isRedirected = isElsewhere || (status in 300..399 && status != 304)
        if (isRedirected || (status != 200 && status != 304)) {
            val code = (body?.get("code") as? String)?.takeIf { Regex("[A-Za-z0-9_]{1,64}").matches(it) }.orEmpty()
            val reason = if (isRedirected) "redirected" else code
            val seconds = header("retry-after").toIntOrNull()
            val wait = seconds?.times(SECOND) ?: parseDate(header("retry-after"))?.minus(serverTime ?: Long.MAX_VALUE) ?: 0
            // Perhaps the server refuses the validator; 429 and 503 ask for another time instead of another request.
            if (status != 429 && status != 503) change { answer = parseAnswer(answer?.members?.minus("etag")) }
            return fail(GateProblemCode.REFUSED, "answered $status $reason", status, reason, wait)
        }
        val before = record.answer
        // 304 confirms the answer whose ETag was sent.
        val known = before?.takeIf { it.etag != null }
        val headers = listOf("etag", "content-language", "drawbridge-os", "cache-control").associateWith(header)
        val next = (if (status == 200) parseAnswer(body?.plus(headers)) else known)
            ?: return fail(GateProblemCode.INVALID_ANSWER, "sent no answer of a gate")
        problem = null
        isConfirmed = true
        failures = 0
        retryAfter = 0
        val time = options.now()
        val seconds = Regex("max-age=([0-9]+)").find(header("cache-control").lowercase())?.groupValues?.get(1) ?: "30"
        // A longer validity would leave an open app without an answer for days.
        val maxAge = ((seconds.toDouble() - age) * SECOND).toLong().coerceIn(0, DAY)
        val sample = serverTime?.minus(time) ?: record.offset
        // A Date that is older than expected, within max-age: the answer was slow, or comes from a cache.
        val isOlder = before != null && record.offset - maxAge < sample
        val lead = if (isOlder) maxOf(sample, record.offset - SECOND) else sample
        val adoptAnswer = {
            change {
                if (before?.maintenance != "active") draw = options.random()
                answer = next
                offset = lead
                checkedAt = serverTime ?: (time + lead)
                freshUntil = minOf(checkedAt + maxAge, next.nextChangeAt?.takeIf { it > checkedAt } ?: Long.MAX_VALUE)
                language = language()
                isUnanswered = false
            }
            askWhenStale(5 * SECOND)
        }
        val (end, opensAt) = findOpening()
        val wait = opensAt - time - lead
        val isEnd = !next.isBlocking && wait > 0 && opensAt - end > wait - SECOND
        if (isEnd && !isPressed) plan(Timing.ASK, wait, adoptAnswer) else adoptAnswer()
    }
}

/** Everything that a client knows of its gate, as it is kept. Instants are by the server's clock. */
private class Record(private val kept: Map<*, *> = emptyMap<String, Any>()) {
    var answer = parseAnswer(kept["answer"])
    var language = kept["language"] as? String // That was asked for.
    var checkedAt = number("checkedAt")
    var offset = number("offset") // The server's clock minus the device's.
    var freshUntil = number("freshUntil")
    var draw = kept["draw"] as? Double ?: 0.0 // Position of this client in the spread of openings; at least 0, below 1.
    var isUnanswered = kept["isUnanswered"] == true // A start of this version ended without an answer: no other start waits.
    var isSaved = kept["isSaved"] == true // True if `beforeBlock` succeeded for the present block.
    var skipped = kept["skipped"] as? String
    var laterUntil = number("laterUntil")
    var dismissed = number("dismissed") // Start of the maintenance.

    private fun number(name: String) = kept[name] as? Long ?: 0

    fun print(version: String) = printJson(
        mapOf(
            "version" to version, "answer" to answer?.takeUnless { it.isRehearsal }?.members, "language" to language,
            "checkedAt" to checkedAt, "offset" to offset, "freshUntil" to freshUntil, "draw" to draw,
            "isUnanswered" to isUnanswered, "isSaved" to isSaved, "skipped" to skipped, "laterUntil" to laterUntil,
            "dismissed" to dismissed,
        ),
    )
}

/** The body of `/gate`, with some headers. Throws for a wrong type anywhere. */
private class Answer(val members: Map<*, *>) {
    val update = read<String>("update").also { require(it in listOf("none", "recommended", "forced")) }
    val maintenance = read<String>("maintenance").also { require(it in listOf("none", "announced", "active")) }
    val title = read<String>("title")
    val message = read<String>("message")
    val updateTo = read<String?>("update_to")
    val storeLink = read<String?>("store_link")
    val window = read<Map<*, *>?>("window").also { require(it != null || maintenance == "none") }?.let {
        GateWindow(it["name"] as String, parseInstant(it["reminder_start"]), parseInstant(it["start"]), parseInstant(it["end"]))
    }
    val nextChangeAt = read<String?>("next_change_at")?.let(::parseInstant)
    /** Null if a request cannot carry it, or servers refuse its length: sent anyway, it would stop all further requests. */
    val etag = (members["etag"] as? String)?.takeIf { Regex("[!-~]{1,256}").matches(it) }
    val language = (members["content-language"] as? String)?.ifEmpty { null }
    val isUnsupported = members["drawbridge-os"] == "too_old"
    val isRehearsal = "no-store" in "${members["cache-control"]}".lowercase() // It must not outlive this run.
    val isBlocking = update == "forced" || maintenance == "active"

    private inline fun <reified T> read(name: String) = members[name].also { require(members.containsKey(name)) } as T
}

private fun parseAnswer(value: Any?) = runCatching { Answer(value as Map<*, *>) }.getOrNull()

/** Throws for anything but an instant as the server prints it. */
private fun parseInstant(value: Any?) = parseDate(value as String, "yyyy-MM-dd'T'HH:mm:ss.SSS'+00:00'")!!

private fun parseDate(text: String, form: String = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"): Long? {
    val format = SimpleDateFormat(form, Locale.US).apply { timeZone = TimeZone.getTimeZone("UTC"); isLenient = false }
    return format.parse(text, ParsePosition(0))?.time
}

private fun originOf(url: String) = url.lowercase().split("/").take(3).joinToString("/").replace(Regex(":(80|443)$"), "")

/** Options that no request can carry: settings of a build that are missing, and examples that were copied with their ellipsis. */
private fun findMisconfiguration(options: GateOptions): GateProblem? = options.run {
    val texts = listOf("key" to key, "platform" to platform, "version" to version)
    val times = listOf("startWait" to startWait, "openSpread" to openSpread, "beforeBlockTime" to beforeBlockTime)
    val isAddress = Regex("(?i)https?://[^\\s?#…]+").matches(baseUrl)
    val (option, form) = if (!isAddress) ("baseUrl" to baseUrl) to "like https://gate.example/api/v1"
    else texts.find { (_, text) -> text.isBlank() || '…' in text }?.to("set and complete")
        ?: times.find { (_, time) -> time < 0 }?.to("milliseconds") ?: return null
    val message = "The option ${option.first} must be $form, not \"${option.second}\": correct it."
    GateProblem(GateProblemCode.MISCONFIGURED, message)
}

/** Beginnings of links, in lower case. A hijacked server must not become a way to install something else. */
internal val storeLinks = mapOf(
    "https" to "apps.apple.com/ itunes.apple.com/ testflight.apple.com/ play.google.com/ appdistribution.firebase.google.com/ " +
        "appdistribution.firebase.dev/ www.amazon.com/gp/mas/ www.amazon.com/dp/ galaxystore.samsung.com/ apps.samsung.com/ " +
        "appgallery.huawei.com/ appgallery.cloud.huawei.com/ apps.microsoft.com/ www.microsoft.com/store/ f-droid.org/",
    "itms-apps itms-appss macappstore" to "apps.apple.com/ itunes.apple.com/",
    "itms-beta" to "testflight.apple.com/ beta.itunes.apple.com/",
    "market appmarket" to "details?", "amzn" to "apps/", "samsungapps" to "productdetail/", "ms-windows-store" to "pdp/",
).flatMap { (schemes, starts) ->
    schemes.split(" ").flatMap { scheme -> starts.split(" ").map { "$scheme://$it" } }
} + "fdroid.app:"

/** Anything unusual, such as a port, a user, a backslash or `..`, is refused. */
internal fun isAllowedLink(link: String, hosts: List<String>, schemes: List<String>): Boolean {
    val text = link.lowercase()
    val isPlain = Regex("(?!.*/(\\.|%2e){1,2}([/?#]|$))[!-\\[\\]-~]+").matches(text)
    val host = Regex("^https://([a-z0-9.-]+)(?=[/?#]|$)").find(text)?.groupValues?.get(1)
    // None that runs code, reads the device or has no known receiver.
    val others = "https?|javascript|vbscript|data|blob|file|content|intent"
    val scheme = Regex("^(?!(?:$others):)([a-z][a-z0-9+.-]*):.").find(text)?.groupValues?.get(1)
    val isOwn = hosts.any { it.lowercase() == host } || schemes.any { it.lowercase() == scheme }
    return isPlain && (isOwn || storeLinks.any(text::startsWith))
}

/** By `HttpURLConnection`, which Android and the JVM have, on a thread of its own. */
private fun requestByUrlConnection(url: String, headers: Map<String, String>, done: (GateResponse?) -> Unit) {
    val connection = URI(url).toURL().openConnection() as HttpURLConnection
    connection.instanceFollowRedirects = false
    connection.useCaches = false
    headers.forEach(connection::setRequestProperty)
    val stop = scheduleOnThread(TIMEOUT, connection::disconnect)
    thread(isDaemon = true) {
        done(runCatching { readAnswer(connection) }.getOrNull())
        stop()
        connection.disconnect()
    }
}

/** Stops after the longest body of an answer: an endless one would fill the memory. */
private fun readAnswer(connection: HttpURLConnection): GateResponse {
    val status = connection.responseCode.also { require(it > 0) }
    val stream = if (status < 400) connection.inputStream else connection.errorStream
    val bytes = stream?.buffered()?.use { it.iterator().asSequence().take(LONGEST_BODY + 1).toList() }.orEmpty().toByteArray()
    require(status != 200 || bytes.size >= minOf(connection.contentLength, LONGEST_BODY)) // The JVM hides an early end.
    val headers = connection.headerFields.mapKeys { (name) -> name?.lowercase() }
    return GateResponse(status, String(bytes, Charsets.UTF_8)) { headers[it]?.joinToString() }
}

private fun daemon(run: Runnable) = Thread(run).apply { isDaemon = true }
private val callbackThread by lazy { Executors.newSingleThreadExecutor(::daemon) }
private val timers by lazy { ScheduledThreadPoolExecutor(1, ::daemon).apply { removeOnCancelPolicy = true } }

private fun scheduleOnThread(ms: Long, run: () -> Unit): () -> Unit =
    timers.schedule(run, ms, TimeUnit.MILLISECONDS).let { timer -> { timer.cancel(false) } }

private val tokenForm = Regex(
    "[\\[\\]\\{\\}:,]|\"(?:[^\"\\\\\\x00-\\x1f]++|\\\\(?:[\"\\\\/bfnrt]|u[0-9a-fA-F]{4}))*+\"|true|false|null|" +
        "-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?",
)

/** Maps, lists, strings, longs, doubles, booleans and null; null too if it is no JSON. */
internal fun parseJson(text: String): Any? = runCatching {
    require(tokenForm.replace(text, "").all { it in " \t\r\n" })
    val tokens = ArrayDeque(tokenForm.findAll(text).map { it.value }.toList())
    readJson(tokens).also { require(tokens.isEmpty()) }
}.getOrNull()

private fun readJson(tokens: ArrayDeque<String>): Any? {
    val token = tokens.removeFirst()
    fun readName() = unescape(tokens.removeFirst()).also { require(tokens.removeFirst() == ":") }
    return when (token[0]) {
        '{' -> readItems(tokens, "}") { readName() to readJson(tokens) }.toMap()
        '[' -> readItems(tokens, "]") { readJson(tokens) }
        '"' -> unescape(token)
        't', 'f' -> token == "true"
        'n' -> null
        else -> token.toLongOrNull() ?: token.toDouble()
    }
}

private fun <T> readItems(tokens: ArrayDeque<String>, end: String, readItem: () -> T) = buildList {
    var separator = if (tokens.first() == end) tokens.removeFirst() else ","
    while (separator == ",") {
        add(readItem())
        separator = tokens.removeFirst()
    }
    require(separator == end)
}

private fun unescape(quoted: String): String {
    require(quoted[0] == '"')
    return Regex("\\\\(?:u(.{4})|(.))").replace(quoted.drop(1).dropLast(1)) {
        val (code, char) = it.destructured
        val control = "bfnrt".indexOf(char)
        "${if (char.isEmpty()) code.toInt(16).toChar() else if (control < 0) char else "\b\u000C\n\r\t"[control]}"
    }
}

internal fun printJson(value: Any?): String = when (value) {
    is Map<*, *> -> value.entries.joinToString(",", "{", "}") { "${printJson("${it.key}")}:${printJson(it.value)}" }
    is List<*> -> value.joinToString(",", "[", "]", transform = ::printJson)
    is String -> "\"${value.replace(Regex("[\\x00-\\x1f\"\\\\]")) { "\\u" + it.value[0].code.toString(16).padStart(4, '0') }}\""
    else -> "$value"
}
