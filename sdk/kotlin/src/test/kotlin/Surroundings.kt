package drawbridge.gate

import java.net.HttpURLConnection
import java.net.URI
import java.net.URLDecoder
import java.time.Instant
import java.time.ZoneOffset
import java.time.format.DateTimeFormatter
import java.util.Locale
import java.util.concurrent.Executor

/** Server, clocks and storage of a scenario: by default, the machine's clocks and the client's own transport. */
abstract class Surroundings(kind: Any?) {
    abstract val seen: List<Any?>
    private val own = GateOptions("", "", "")
    open val baseUrl: String? = null
    open val executor = own.callbackExecutor
    open val request = own.request
    val storage = if (kind == "memory") null else Storage(kind)

    abstract fun behave(behaviors: List<Any?>)
    open fun change(step: Json) = Unit
    open fun advance(ms: Long) = Unit
    open fun now() = own.now()
    open fun random() = own.random()
    open fun schedule(ms: Long, run: () -> Unit) = own.schedule(ms, run)

    /** Returns what still differs after everything has finished. */
    abstract fun await(findDifferences: () -> List<String>): List<String>
}

class Storage(private val kind: Any?) : GateStorage {
    private val texts = mutableMapOf<String, String>()

    override fun get(name: String, done: (String?) -> Unit) {
        check(kind != "failing") { "The storage is full." }
        if (kind != "silent") done(if (kind is Map<*, *>) "${kind["text"]}" else texts[name])
    }

    override fun set(name: String, text: String) {
        check(kind != "failing") { "The storage is full." }
        texts[name] = text
    }
}

/** The server of the kit on sockets, in a process of its own. */
class FaultyServer : Surroundings(null), AutoCloseable {
    private val process = ProcessBuilder("../../node_modules/.bin/node", "../conformance/faulty-server.ts").start()
    private val url = "${parseJson(process.inputStream.bufferedReader().readLine()).json()["url"]}"
    override val baseUrl = "$url/api/v1"
    override val seen get() = parseJson(call("/control/seen", null)).list()

    override fun behave(behaviors: List<Any?>) = call("/control", printJson(behaviors)).let { }

    override fun await(findDifferences: () -> List<String>): List<String> {
        repeat(1000) { if (findDifferences().isNotEmpty()) Thread.sleep(20) else return emptyList() }
        return findDifferences()
    }

    override fun close() = process.outputStream.close()

    private fun call(path: String, body: String?): String {
        val connection = URI("$url$path").toURL().openConnection() as HttpURLConnection
        if (body != null) {
            connection.requestMethod = "PUT"
            connection.doOutput = true
            connection.outputStream.use { it.write(body.toByteArray()) }
        }
        return connection.inputStream.reader().readText()
    }
}

class Timer(val at: Long, val run: () -> Unit)

/** A device whose time passes only when a scenario says so, with a server in memory. */
class VirtualDevice(private val kit: Json, scenario: Json) : Surroundings(scenario["storage"]) {
    override val seen = mutableListOf<Json>()
    val timers = mutableListOf<Timer>()
    private val pending = ArrayDeque<() -> Unit>()
    private var time = Instant.parse(kit["begin"] as String).toEpochMilli()
    private var deviceClock = (scenario["deviceClock"] as Number?)?.toDouble() ?: 0.0
    private var random = 0.0
    private var behaviors = listOf<Any?>(null)
    private var asked = 0

    override val executor = Executor { pending += it::run }

    override fun now() = time + (deviceClock * 1000).toLong()

    override fun random() = random

    override fun change(step: Json) {
        deviceClock = (step["deviceClock"] as Number?)?.toDouble() ?: deviceClock
        random = (step["random"] as Number?)?.toDouble() ?: random
    }

    override fun behave(behaviors: List<Any?>) {
        this.behaviors = behaviors
        asked = 0
    }

    override fun schedule(ms: Long, run: () -> Unit): () -> Unit {
        val timer = Timer(time + ms, run)
        timers.add(timers.indexOfLast { it.at <= timer.at } + 1, timer)
        return { timers.remove(timer) }
    }

    override fun advance(ms: Long) {
        val end = time + ms
        settle()
        while (timers.isNotEmpty() && timers[0].at <= end) {
            val next = timers.removeAt(0)
            time = next.at
            next.run()
            settle()
        }
        time = end
    }

    override fun await(findDifferences: () -> List<String>): List<String> = settle().let { findDifferences() }

    private fun settle() {
        while (pending.isNotEmpty()) pending.removeFirst()()
    }

    override val request: (String, Map<String, String>, (GateResponse?) -> Unit) -> Unit = { url, headers, done ->
        val pairs = URI(url).rawQuery.split("&").map { it.split("=") }
        val query = pairs.associate { (name, value) -> name to URLDecoder.decode(value, "UTF-8") }
        seen += mapOf("path" to URI(url).path, "query" to query, "headers" to headers, "fresh" to (headers["cache-control"] == "no-cache"))
        val behavior = behaviors[minOf(asked++, behaviors.size - 1)].json()
        val respond = {
            when (val fault = behavior["fault"]) {
                null -> done(respond(behavior, headers["if-none-match"]))
                "gone", "truncated" -> done(null)
                else -> check(fault == "silent") { "There is no fault $fault." }
            }
        }
        val delay = behavior["delay"] as Long?
        if (delay == null) pending += respond else schedule(delay, respond)
    }

    private fun respond(behavior: Json, ifNoneMatch: String?): GateResponse {
        fun number(name: String) = (behavior[name] as Long? ?: 0).toInt()
        val status = if ("status" in behavior) number("status") else 200
        val answer = kit["answers"].json()[behavior["answer"] ?: "open"].json() + behavior["with"].json()
        val text = behavior["body"] as String? ?: when (status) {
            200 -> printJson(answer.filterValues { it != "(absent)" })
            304 -> ""
            else -> printJson(mapOf("status" to status, "code" to (behavior["code"] ?: "error")))
        }
        val body = text.padEnd(number("pad"))
        val date = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US).withZone(ZoneOffset.UTC)
        val maxAge = if ("maxAge" !in behavior) 30 else behavior["maxAge"]
        val standard = mapOf(
            "date" to date.format(Instant.ofEpochMilli(time + number("clock") * 1000L)),
            "etag" to "\"${body.hashCode()}\"".takeIf { status == 200 },
            "cache-control" to maxAge?.let { "private, max-age=$it" }.takeIf { status == 200 },
        )
        val headers = standard + behavior["headers"].json()
        val isKnown = status == 200 && ifNoneMatch != null && headers["etag"] == ifNoneMatch
        val (code, sent) = if (isKnown) 304 to "" else status to body
        return GateResponse(code, sent, behavior["from"] as String?) { headers[it] as String? }
    }
}
