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

enum class GateProblemCode { MISCONFIGURED, OFFLINE, REFUSED, INVALID_ANSWER, CALLBACK_FAILED }
enum class GateBlockReason { UPDATE, MAINTENANCE }

/** A failure, for logs: it never blocks the app. `reason`: the code that the server sent with a `status`, or `redirected`. */
data class GateProblem(val code: GateProblemCode, val message: String, val status: Int? = null, val reason: String? = null)

data class GateWindow(val name: String, val reminderStart: Long, val start: Long, val end: Long)

/** Everything that an app or a screen needs. Instants are by the server's clock. */
data class GateState(
    val status: GateStatus,
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
    val source: GateSource,
    val keptUntil: Long?, // End of the block of a kept answer.
    val problem: GateProblem?,
)

/** Texts by name. `get` passes a text or null to `done`: before it returns, so that the first screen is decided, or later. */
interface GateStorage {
    fun get(name: String, done: (String?) -> Unit)
    fun set(name: String, text: String)
}

/** `header` takes lower-case names. `url`: address that answered, where the transport follows redirects by itself. */
class GateResponse(val status: Int, val body: String, val url: String? = null, val header: (String) -> String?)

/** Sends a GET request, past caches if `fresh`. Passes null to `done` without a complete answer. Returns what aborts it. */
fun interface GateRequest {
    fun send(url: String, headers: Map<String, String>, timeout: Long, fresh: Boolean, done: (GateResponse?) -> Unit): () -> Unit
}

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
    val request: GateRequest = requestByUrlConnection,
    val now: () -> Long = System::currentTimeMillis,
    val random: () -> Double = Math::random,
    val schedule: (ms: Long, run: () -> Unit) -> () -> Unit = ::scheduleOnThread, // Returns what cancels the timer.
)

private const val SECOND = 1000L
private const val MINUTE = 60 * SECOND
private const val DAY = 1440 * MINUTE
private const val LONGEST_BODY = 65_536 // Characters; an answer has about a thousand.
private val ignore = {}

/** Decides from the kept answer immediately, asks the server behind it, and never throws. Any thread can call it. */
class GateClient(private val options: GateOptions) {
    private val name = options.run { "drawbridge.gate $baseUrl $key $platform ${instanceId.orEmpty()}" }
    private val lock = Any()
    private val failedCallbacks = mutableSetOf<String>()
    private var listeners = emptyList<(GateState) -> Unit>()
    private var record = Record()
    private var problem = findMisconfiguration(options)
    private var isLoading = problem == null
    private var isClosed = problem != null
    private var isLoaded = false // Nothing is written before: an earlier choice of the user must not be overwritten.
    private var isFirstRun = false
    private var isConfirmed = false
    private var isPaused = false
    private var isPressed = false // True if the user asks by hand, until the answer.
    private var isUnsaved = false // True if the present block no longer waits for `beforeBlock`.
    private var failures = 0
    private var notBefore = 0L // Device time before which the server accepts no request, after a wait of `retryAfter`.
    private var retryAfter = 0L
    private var starting: MutableList<(GateState) -> Unit>? = null // Callers of `start`, from the first call on.
    private var asking: MutableList<(GateState) -> Unit>? = null // Callers of the newest request: other answers are ignored.
    private var abortRequest = ignore
    private var cancelAsk = ignore
    private var cancelChange = ignore
    private var cancelSave = ignore // Ends the timer of the present block's `beforeBlock`, and identifies it.

    @Volatile var state: GateState = derive()
        private set

    init { problem?.let(::report) }

    /** Returns what ends the subscription. */
    fun subscribe(listener: (GateState) -> Unit): () -> Unit {
        val own = { next: GateState -> listener(next) }
        locked { listeners = listeners + own }
        return { locked { listeners = listeners - own } }
    }

    /** Calls `done` immediately with a kept answer for this version, otherwise after the first answer or `startWait`. */
    fun start(done: (GateState) -> Unit = {}) = locked { load(callback(done)) }

    /** The user wants to know: asks immediately, past caches, and opens without delay. Concurrent calls share one request. */
    fun refresh(done: (GateState) -> Unit = {}) = locked {
        isPressed = true
        startOrAsk(callback(done))
    }

    /** The app is in the foreground or online again: asks if the answer has expired, and continues to ask when it expires. */
    fun resume(done: (GateState) -> Unit = {}) = locked {
        if (isPaused) {
            isPaused = false
            isFirstRun = false // Coming back is another visit: an app can stay in memory for weeks.
            abandonRequest() // Its answer can be hours old, or never come.
        }
        show()
        startOrAsk(callback(done))
    }

    /** The app is in the background: no further requests until `resume()`. */
    fun pause() = locked {
        isPaused = true
        cancelAsk()
        cancelChange()
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

    /** Ends all subscriptions, aborts a request that is under way, and sends no further one. */
    fun close() = locked {
        isClosed = true
        abandonRequest()
        listOf(cancelAsk, cancelChange, cancelSave).forEach { it() }
        cancelSave = ignore
        listeners = emptyList()
    }

    private fun locked(run: () -> Unit) = synchronized(lock, run)
    private fun post(name: String, call: () -> Any?) = options.callbackExecutor.execute { attempt(name, call) }
    private fun callback(done: (GateState) -> Unit) = { result: GateState -> post("callback") { done(result) } }
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

    /** The state at this instant; called again when it changes without a new answer. */
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
        val ending = window?.end?.takeIf { maintenance == "announced" && it > record.checkedAt } ?: Long.MAX_VALUE
        val isWanted = update == "recommended" && !unsupported && !isFirstRun && record.skipped != "${answer?.updateTo}"
        val status = when {
            update == "forced" -> GateStatus.UPDATE_REQUIRED
            maintenance == "active" -> GateStatus.MAINTENANCE
            maintenance == "announced" && time < ending && record.dismissed != window?.start -> GateStatus.ANNOUNCED
            isWanted && time >= record.laterUntil -> GateStatus.RECOMMENDED
            else -> if (answer != null || !isLoading) GateStatus.OPEN else GateStatus.LOADING
        }
        // The server sends the texts of the strongest: forced, active, recommended, announced, none.
        val others = if (maintenance != "none") GateStatus.ANNOUNCED else GateStatus.OPEN
        val texts = answer?.takeIf { blocked || status == if (update != "none") GateStatus.RECOMMENDED else others }
        val limits = listOf(ending, if (isWanted) record.laterUntil else 0, if (blocked && !isConfirmed) limit else 0)
        val wait = limits.filter { it > time }.minOrNull()?.minus(time)
        val refusal = GateProblem(GateProblemCode.INVALID_ANSWER, "$link is a link of no known store: correct or allow it.")
        cancelChange()
        cancelChange = if (wait != null && wait < DAY) plan(wait, ::show) else ignore
        return GateState(
            status, blocked, blocked && options.beforeBlock != null && !record.isSaved && !isUnsaved, unsupported,
            texts?.title.orEmpty(), texts?.message.orEmpty(), answer?.language, answer?.updateTo, storeLink,
            canUpdate = !unsupported && (options.update != null || (storeLink != null && options.openLink != null)),
            window.takeIf { time < ending }, answer?.nextChangeAt, record.checkedAt.takeIf { it != 0L },
            source = if (answer == null) GateSource.DEFAULT else if (isConfirmed) GateSource.NETWORK else GateSource.KEPT,
            keptUntil = limit.takeIf { blocked && !isConfirmed },
            problem ?: refusal.takeIf { link != storeLink && options.update == null },
        )
    }

    private fun after(ms: Long, run: () -> Unit): () -> Unit {
        var isDue = true // A timer can wait for the lock while it is canceled.
        val cancel = options.schedule(maxOf(ms, 0)) { locked { if (isDue) run() } }
        return { isDue = false; cancel() }
    }

    private fun plan(ms: Long, run: () -> Unit) = if (isPaused || isClosed) ignore else after(ms, run)

    private fun show() {
        val before = state
        val next = derive().takeIf { it != before } ?: return
        state = next
        if (next.saving != before.saving) if (next.saving) save() else cancelSave()
        if (!next.blocked && next.status != GateStatus.LOADING) {
            isUnsaved = false // Another block: there may be new work by then.
            cancelSave = ignore
            if (record.isSaved) change { isSaved = false }
        }
        if (next.problem?.message != before.problem?.message) next.problem?.let(::report)
        for (listener in listeners) post("listener") { if (listener in listeners) listener(next) }
    }

    private fun save() {
        val time = minOf(options.beforeBlockTime, 10 * MINUTE)
        val until = options.now() + time
        val reason = if (state.status == GateStatus.MAINTENANCE) GateBlockReason.MAINTENANCE else GateBlockReason.UPDATE
        val giveUp = { isUnsaved = true; show() }
        val cancel = after(time, giveUp)
        cancelSave = cancel
        val end = { error: Throwable? ->
            if (error != null) reportCallback("beforeBlock", error)
            // Not of a block that has ended, or a client that was closed.
            locked { if (cancelSave === cancel) if (error == null) change { isSaved = true } else giveUp() }
        }
        options.callbackExecutor.execute { runCatching { options.beforeBlock?.invoke(reason, until, end) }.onFailure(end) }
    }

    private fun change(edit: Record.() -> Unit) {
        record.edit()
        if (isLoaded) attempt("storage") { options.storage?.set(name, record.print(options.version, language())) }
        show()
    }

    private fun adopt(text: String?) {
        isLoaded = true
        isFirstRun = text == null
        val own = record
        record = parseRecord(text.orEmpty(), options.version, language())
        // The server can have answered before a slow storage, and the user chosen.
        if (own.answer != null) record = own.copy(
            skipped = own.skipped ?: record.skipped,
            dismissed = maxOf(own.dismissed, record.dismissed),
            laterUntil = maxOf(own.laterUntil, record.laterUntil),
        )
        // The device's clock was set back: no time passed since the answer, as far as it can tell.
        val back = record.checkedAt - serverNow()
        if (back > 0) change { offset += back; freshUntil = 0 } else if (own.answer != null) change {} else show()
    }

    private fun load(done: (GateState) -> Unit) {
        if (!isLoading) return done(state)
        starting?.let { return@load it.plusAssign(done) }
        val waiting = mutableListOf(done).also { starting = it }
        var hasBegun = false
        var cancelLoad = ignore
        var cancelStart = ignore
        val finish = {
            cancelStart()
            if (isLoading && record.answer == null && !record.isUnanswered && !isClosed) change { isUnanswered = true }
            isLoading = false
            show()
            waiting.forEach { it(state) }.also { waiting.clear() }
        }
        val begin = {
            cancelLoad()
            if (record.answer != null || record.isUnanswered) finish()
            if (!hasBegun) askIfDue { finish() }.also { hasBegun = true }
        }
        cancelStart = after(options.startWait, finish)
        val storage = options.storage ?: return begin()
        cancelLoad = after(500, begin) // A storage that takes longer no longer holds up the request.
        val isRead = attempt("storage") { storage.get(name) { text -> locked { if (!isLoaded) adopt(text); begin() } } }
        if (!isRead) begin().also { isLoaded = true }
    }

    private fun abandonRequest() {
        if (asking != null) abortRequest()
        asking = null
    }

    private fun startOrAsk(done: (GateState) -> Unit) = if (starting != null) askIfDue(done) else load(done)
    private fun askLater(ms: Long, run: () -> Unit = { askServer() }) = cancelAsk().also { cancelAsk = plan(ms, run) }
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
        if (change <= time || change >= time + wait + 2 * SECOND) askLater(spread(wait))
        else askLater(if (change == end && opensAt > end) opensAt - time else change - time + draw(2 * SECOND))
    }

    private fun askIfDue(done: (GateState) -> Unit) {
        val wait = notBefore - options.now()
        // An answer from after the present time: the clock was set back.
        val isFresh = record.answer != null && problem == null && serverNow() in record.checkedAt until record.freshUntil
        // A longer wait than the server asked for means the same.
        if (isPressed || (!isFresh && (wait <= 0 || wait > retryAfter))) return askServer(done)
        if (wait > 0) askLater(spread(wait)) else askWhenStale()
        done(state)
    }

    private fun askServer(done: (GateState) -> Unit = {}) {
        if (isClosed) return done(state)
        cancelAsk()
        asking?.let { return@askServer it.plusAssign(done) }
        val own = mutableListOf(done).also { asking = it }
        val etag = record.etag.takeIf { record.answer != null }
        val headers = mapOf("x-api-key" to options.key) + listOfNotNull(etag?.let { "if-none-match" to it })
        val query = options.run { mapOf("platform" to platform, "current_version" to version, "instanceId" to instanceId) }
        val pairs = (query + mapOf("os" to options.os, "lang" to language())).filterNot { it.value.isNullOrEmpty() }
            .map { (part, value) -> "$part=${URLEncoder.encode(value, "UTF-8").replace("+", "%20")}" }
        val url = "${options.baseUrl.trimEnd('/')}/gate?${pairs.joinToString("&")}"
        var cancel = ignore
        val receive = { response: GateResponse? ->
            locked {
                cancel()
                if (asking === own) apply(response.also { asking = null }, url)
                own.forEach { it(state) }.also { own.clear() }
            }
        }
        var abort = ignore
        cancel = after(10 * SECOND) { abort(); receive(null) }
        val sent = runCatching { abort = options.request.send(url, headers, 10 * SECOND, isPressed || etag == null, receive) }
        if (sent.isFailure) receive(null)
        abortRequest = abort
    }

    private fun fail(code: GateProblemCode, text: String, status: Int? = null, reason: String? = null, wait: Long = 0) {
        val blocked = state.blocked
        val message = "${options.baseUrl} ${text.trim()}: check the options, the server and the network."
        problem = GateProblem(code, message, status, reason)
        isConfirmed = false
        // While the gate covers the app, it asks once a minute at least, with the jitter.
        retryAfter = wait.coerceIn(0, if (blocked) 54 * SECOND else 60 * MINUTE)
        notBefore = options.now() + retryAfter
        val backoff = minOf(5 * SECOND shl minOf(failures++, 9), if (blocked) MINUTE else 5 * MINUTE)
        askLater(if (retryAfter > 0) spread(retryAfter) else backoff - draw(backoff / 2))
        show()
    }

    private fun apply(response: GateResponse?, asked: String) {
        val isByHand = isPressed.also { isPressed = false }
        val status = response?.status ?: return fail(GateProblemCode.OFFLINE, "sent no answer")
        fun header(name: String) = response.header(name).orEmpty()
        fun refuse(reason: String, wait: Long = 0) =
            fail(GateProblemCode.REFUSED, "answered $status $reason", status, reason, wait)
        val time = options.now()
        val age = Regex("[0-9]{1,9}").matchEntire(header("age"))?.value?.toLong() ?: 0
        val serverTime = parseDate(header("date"))?.plus(age * SECOND)
        val isElsewhere = response.url != null && originOf(response.url) != originOf(asked)
        if (isElsewhere || (status in 300..399 && status != 304)) return refuse("redirected")
        val body = if (response.body.length <= LONGEST_BODY) parseJson(response.body) as? Map<*, *> else null
        if (status != 200 && status != 304) {
            val reason = (body?.get("code") as? String)?.takeIf { Regex("[A-Za-z0-9_]{1,64}").matches(it) }.orEmpty()
            val seconds = header("retry-after").toLongOrNull()?.coerceIn(0, 3600)
            val wait = seconds?.times(SECOND) ?: parseDate(header("retry-after"))?.minus(serverTime ?: Long.MAX_VALUE) ?: 0
            // Perhaps the server refuses the validator; 429 and 503 ask for another time instead of another request.
            if (status != 429 && status != 503 && record.etag != null) change { etag = null }
            return refuse(reason, wait)
        }
        val before = record.answer
        val isTooOld = header("drawbridge-os") == "too_old"
        val others = mapOf("language" to header("content-language"), "isUnsupported" to isTooOld)
        // 304 confirms the answer whose ETag was sent.
        val answer = (if (status == 200) body?.let { parseAnswer(it + others) } else before?.takeIf { record.etag != null })
            ?: return fail(GateProblemCode.INVALID_ANSWER, "sent no answer of a gate")
        val control = header("cache-control").lowercase()
        val seconds = (Regex("max-age=([0-9]+)").find(control)?.groupValues?.get(1) ?: "30").toDouble() - age
        // A longer validity would leave an open app without an answer for days.
        val maxAge = (seconds * SECOND).toLong().coerceIn(0, DAY)
        val sample = serverTime?.minus(time) ?: record.offset
        // A Date that is older than expected, within max-age: the answer was slow, or comes from a cache.
        val isOlder = before != null && record.offset - maxAge < sample
        val offset = if (isOlder) maxOf(sample, record.offset - SECOND) else sample
        val checkedAt = serverTime ?: (time + offset)
        val next = record.copy(
            answer = answer, isStorable = "no-store" !in control, checkedAt = checkedAt, offset = offset, isUnanswered = false,
            etag = if (status == 200) parseEtag(header("etag")) else record.etag,
            freshUntil = minOf(checkedAt + maxAge, answer.nextChangeAt?.takeIf { it > checkedAt } ?: Long.MAX_VALUE),
            draw = if (before?.maintenance == "active") record.draw else options.random(),
        )
        problem = null
        isConfirmed = true
        failures = 0
        notBefore = 0
        val adoptAnswer = {
            record = next
            change {}
            askWhenStale(5 * SECOND)
        }
        val (end, opensAt) = findOpening()
        val wait = opensAt - time - offset
        val isEnd = !answer.isBlocking && wait > 0 && opensAt - end > wait - SECOND
        if (isEnd && !isByHand) askLater(wait, adoptAnswer) else adoptAnswer()
        show()
    }
}

/** Everything that a client knows of its gate. Instants are by the server's clock. */
private data class Record(
    var answer: Answer? = null,
    var isStorable: Boolean = true, // True if the answer may outlive this run.
    var etag: String? = null,
    var checkedAt: Long = 0,
    var offset: Long = 0, // The server's clock minus the device's.
    var freshUntil: Long = 0,
    var draw: Double = 0.0, // Position of this client in the spread of openings; at least 0, below 1.
    var isUnanswered: Boolean = false, // True if a start of this version ended without an answer: no other start waits.
    var isSaved: Boolean = false, // True if `beforeBlock` succeeded for the present block.
    var skipped: String? = null,
    var laterUntil: Long = 0,
    var dismissed: Long = 0, // Start of the maintenance.
) {
    fun print(version: String, language: String) = printJson(
        mapOf(
            "version" to version, "language" to language, "answer" to answer?.members.takeIf { isStorable }, "etag" to etag,
            "checkedAt" to checkedAt, "offset" to offset, "freshUntil" to freshUntil, "draw" to draw, "isUnanswered" to isUnanswered,
            "isSaved" to isSaved, "skipped" to skipped, "laterUntil" to laterUntil, "dismissed" to dismissed,
        ),
    )
}

/** Choices of the user outlive the version that they were made in; its answer does not. */
private fun parseRecord(text: String, version: String, language: String): Record {
    val found = parseJson(text) as? Map<*, *> ?: return Record()
    fun number(name: String) = (found[name] as? Double)?.toLong()
    val isSame = found["version"] == version
    return Record(
        if (isSame) parseAnswer(found["answer"]) else null, isStorable = true, parseEtag(found["etag"]),
        number("checkedAt") ?: return Record(), number("offset") ?: return Record(),
        number("freshUntil")?.takeIf { found["language"] == language } ?: 0, (found["draw"] as? Double ?: 0.0).coerceIn(0.0, 1.0),
        isSame && found["isUnanswered"] == true, isSame && found["isSaved"] == true,
        found["skipped"] as? String, number("laterUntil") ?: 0, number("dismissed") ?: 0,
    )
}

/** The body of `/gate`, with two headers as `language` and `isUnsupported`. Throws for a wrong type anywhere. */
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
    val language = (members["language"] as? String)?.ifEmpty { null }
    val isUnsupported = members["isUnsupported"] == true
    val isBlocking = update == "forced" || maintenance == "active"

    private inline fun <reified T> read(name: String) = members[name].also { require(members.containsKey(name)) } as T
}

private fun parseAnswer(value: Any?) = runCatching { Answer(value as Map<*, *>) }.getOrNull()

/** Null if a request cannot carry it, or servers refuse its length: sent anyway, it would stop all further requests. */
private fun parseEtag(value: Any?) = (value as? String)?.takeIf { Regex("[!-~]{1,256}").matches(it) }

/** Throws for anything but an instant with an offset. */
private fun parseInstant(value: Any?): Long {
    val form = Regex("([0-9-]{10}T[0-9:]{8})(?:\\.([0-9]+))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))")
    val (time, fraction, sign, hours, minutes) = form.matchEntire(value as String)!!.destructured
    val ahead = if (sign.isEmpty()) 0 else "$sign${hours.toLong() * 60 + minutes.toLong()}".toLong() * MINUTE
    return parseDate(time, "yyyy-MM-dd'T'HH:mm:ss")!! + fraction.padEnd(3, '0').take(3).toLong() - ahead
}

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

private val linkForm = Regex("(?!.*/(\\.|%2e){1,2}([/?#]|$))[!-\\[\\]-~]+")
private val hostForm = Regex("^https://([a-z0-9.-]+)(?:[/?#]|$)")
// Other schemes that an app allows: none that runs code, reads the device or has no known receiver.
private val schemeForm = Regex("^(?!(?:https?|javascript|vbscript|data|blob|file|content|intent):)([a-z][a-z0-9+.-]*):.")

/** Anything unusual, such as a port, a user, a backslash or `..`, is refused. */
internal fun isAllowedLink(link: String, hosts: List<String>, schemes: List<String>): Boolean {
    val text = link.lowercase()
    fun List<String>.has(form: Regex) = form.find(text)?.let { match -> any { it.lowercase() == match.groupValues[1] } } == true
    return linkForm.matches(text) && (storeLinks.any(text::startsWith) || hosts.has(hostForm) || schemes.has(schemeForm))
}

/** `HttpURLConnection`, which Android and the JVM have, on a thread of its own. */
val requestByUrlConnection = GateRequest { url, headers, timeout, fresh, done ->
    val connection = URI(url).toURL().openConnection() as HttpURLConnection
    connection.instanceFollowRedirects = false
    connection.useCaches = false
    connection.connectTimeout = timeout.toInt()
    connection.readTimeout = timeout.toInt()
    (headers + if (fresh) mapOf("cache-control" to "no-cache") else emptyMap()).forEach(connection::setRequestProperty)
    thread(isDaemon = true) { done(runCatching { readAnswer(connection) }.also { connection.disconnect() }.getOrNull()) }
    // On a thread too: Android refuses to close a secure connection on that of the screen.
    return@GateRequest { thread(isDaemon = true) { connection.disconnect() } }
}

/** Stops after the longest body of an answer: an endless one would fill the memory. */
private fun readAnswer(connection: HttpURLConnection): GateResponse {
    val status = connection.responseCode.also { require(it > 0) }
    val body = ByteArray(3 * LONGEST_BODY + 1) // UTF-8 has at most three bytes for a character.
    var length = 0
    (if (status < 400) connection.inputStream else connection.errorStream)?.use {
        do {
            val count = it.read(body, length, body.size - length)
            length += maxOf(count, 0)
        } while (count >= 0 && length < body.size)
    }
    require(status != 200 || length >= connection.contentLength) // The JVM reports no connection that closes early.
    val headers = connection.headerFields.mapKeys { (name) -> name?.lowercase() }
    return GateResponse(status, String(body, 0, length, Charsets.UTF_8).removePrefix("\uFEFF")) { headers[it]?.joinToString() }
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

/** Maps, lists, strings, doubles, booleans and null; null too if it is no JSON. */
internal fun parseJson(text: String): Any? = runCatching {
    val tokens = tokenForm.findAll(text).map { it.value }.iterator()
    require(tokenForm.replace(text, "").all { it in " \t\r\n" })
    tokens.readJson(tokens.next()).also { require(!tokens.hasNext()) }
}.getOrNull()

private fun Iterator<String>.readJson(first: String): Any? = when (first[0]) {
    '{' -> readItems("}") { name -> unescape(name).also { require(next() == ":") } to readJson(next()) }.toMap()
    '[' -> readItems("]", ::readJson)
    '"' -> unescape(first)
    't', 'f' -> first == "true"
    'n' -> null
    else -> first.toDouble()
}

private fun <T> Iterator<String>.readItems(end: String, readItem: (String) -> T) = buildList {
    var token = next()
    while (token != end) {
        add(readItem(token))
        token = next()
        if (token == ",") token = next().also { require(it != end) } else require(token == end)
    }
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
