/** Runs the conformance kit on virtual clocks, its scenarios of sockets also against the faulty server, and the store links. */
package drawbridge.gate

import java.io.File
import java.time.OffsetDateTime
import java.util.concurrent.CopyOnWriteArrayList

typealias Json = Map<String, Any?>

@Suppress("UNCHECKED_CAST")
fun Any?.json() = (this ?: emptyMap<String, Any?>()) as Json

@Suppress("UNCHECKED_CAST")
fun Any?.list() = (this ?: emptyList<Any?>()) as List<Any?>

fun readJson(file: String) = parseJson(File("../conformance/$file").readText()).json()

fun main() {
    val kit = readJson("scenarios.json")
    val failures = checkLinks(readJson("store-links.json")).toMutableList()
    var sockets = 0
    val results = kit["scenarios"].list().map(Any?::json).associate { scenario ->
        val found = runCatching {
            VirtualDevice(kit, scenario).let { device ->
                runScenario(kit, scenario, device)
                device.advance(86_400_000)
                check(device.timers.isEmpty()) { "a closed client leaves a timer" }
            }
            if (scenario["sockets"] == true) FaultyServer().use { runScenario(kit, scenario, it) }.also { sockets++ }
        }
        found.onFailure { failures += "${scenario["id"]}: ${scenario["says"]}\n  $it" }
        scenario["id"] to if (found.isSuccess) "passed" else "failed"
    }
    val lines = results.map { (id, result) -> "    \"$id\": \"$result\"" }.joinToString(",\n")
    File("conformance-results.json").writeText("{\n  \"client\": \"Kotlin\",\n  \"results\": {\n$lines\n  }\n}\n")
    println("${results.values.count { it == "passed" }} of ${results.size} scenarios passed, $sockets of them on sockets too")
    check(failures.isEmpty()) { failures.joinToString("\n") }
}

fun checkLinks(list: Json): List<String> {
    val wrong = list["cases"].list().map(Any?::json).filter { case ->
        val (hosts, schemes) = listOf("allowedHosts", "allowedSchemes").map { name -> case[name].list().map { "$it" } }
        isAllowedLink("${case["link"]}", hosts, schemes) != case["isAllowed"]
    }
    val stores = list["stores"].json().values.flatMap { it.list() }.map { "$it" }
    val others = (storeLinks + stores).filterNot { it in storeLinks && it in stores }
    return (wrong + others).map { "store-links.json: $it" }
}

fun runScenario(kit: Json, scenario: Json, surroundings: Surroundings) {
    val app = ScenarioApp(kit["options"].json() + scenario["options"].json(), scenario["throws"].list(), surroundings)
    surroundings.change(scenario)
    scenario["steps"].list().map(Any?::json).forEachIndexed { index, step ->
        step["server"]?.let { surroundings.behave(it as? List<*> ?: listOf(it)) }
        surroundings.change(step)
        (step["advance"] as Long?)?.let(surroundings::advance)
        app.act(step)
        val differences = surroundings.await { app.compare(step["expect"].json()) }
        check(differences.isEmpty()) { "step ${index + 1}: ${differences.joinToString("; ")}" }
    }
    app.client.close()
}

class ScenarioApp(private var options: Json, private val broken: List<Any?>, private val surroundings: Surroundings) {
    private val opened = CopyOnWriteArrayList<String>()
    private val problems = CopyOnWriteArrayList<GateProblem>()
    private val saved = CopyOnWriteArrayList<String>()
    @Volatile private var until: Long? = null
    @Volatile private var isCovered = false // True if subscribers know of a block.
    private var updated: Boolean? = null
    var client = open()
        private set

    fun act(step: Json) {
        val name = step["app"] as String? ?: return
        if (name == "restart") {
            client.close()
            options = options + step["options"].json()
            client = open()
        }
        repeat((step["times"] as Long? ?: 1).toInt()) { call(name, client) }
    }

    private fun call(name: String, own: GateClient) = when (name) {
        "start", "restart" -> own.start()
        "resume" -> own.resume()
        "refresh" -> own.refresh()
        "pause" -> own.pause()
        "later" -> own.later()
        "skip" -> own.skip()
        "update" -> updated = own.update()
        "close" -> own.close()
        else -> error("There is no method $name.")
    }

    private fun failIfBroken(name: String) = check(name !in broken) { "The app's $name is broken." }

    private fun open(): GateClient {
        fun text(name: String) = options[name] as String?
        fun ms(name: String, default: Long) = options[name] as Long? ?: default
        val own = GateOptions(
            text("baseUrl")?.let { surroundings.baseUrl ?: it }.orEmpty(), text("key").orEmpty(), text("version").orEmpty(),
            text("platform").orEmpty(), text("instanceId"), text("os"), text("language"), surroundings.storage,
            openLink = { failIfBroken("openLink"); opened += it },
            update = if ("update" in broken) ({ failIfBroken("update") }) else null,
            options["allowedHosts"].list().map { "$it" }, options["allowedSchemes"].list().map { "$it" },
            beforeBlock = options["beforeBlock"]?.let { outcome ->
                { reason, end, done -> save(outcome, reason, done.also { until = end }) }
            },
            ms("beforeBlockTime", 30_000),
            onProblem = { problems += it; failIfBroken("onProblem") },
            surroundings.executor, ms("startWait", 2000), ms("openSpread", 30_000), surroundings.request, surroundings::now,
            surroundings::random, surroundings::schedule,
        )
        isCovered = false
        return GateClient(own).also { client ->
            client.subscribe { isCovered = it.blocked; failIfBroken("listener") }
        }
    }

    private fun save(outcome: Any, reason: GateBlockReason, done: (Throwable?) -> Unit) {
        saved += if (isCovered) "covered before" else reason.name.lowercase()
        check(outcome != "throws") { "The work can't be saved." }
        if (outcome == "rejects") done(IllegalStateException("The work can't be saved."))
        if (outcome == "resolves") done(null)
        if (outcome is Map<*, *>) surroundings.schedule(outcome["resolvesAfter"] as Long) { done(null) }
    }

    fun compare(expected: Json): List<String> {
        val state = client.state
        val last = problems.lastOrNull { it.code != GateProblemCode.CALLBACK_FAILED }
        val wrong = problems.map { it.message }.filterNot { Regex("(?s).{20,}\\.").matches(it) } +
            listOfNotNull(state.problem?.message.takeIf { state.problem != null && state.problem != last })
        return wrong.map { "problem: $it" } + expected.flatMap { (name, value) ->
            val actual = when (name) {
                "state" -> describe(state)
                "started" -> state.status != GateStatus.LOADING
                "requests" -> surroundings.seen.size.toLong()
                "request" -> surroundings.seen.lastOrNull()
                "opened" -> opened
                "updated" -> updated
                "saved" -> saved
                "until" -> until
                "problems" -> problems.map { it.code.name.lowercase() }
                else -> error("There is no expectation $name.")
            }
            findDifferences(name, value, actual)
        }
    }

    private fun describe(state: GateState): Json = state.run {
        mapOf(
            "status" to status.name.lowercase(), "blocked" to blocked, "saving" to saving, "unsupported" to unsupported,
            "title" to title, "message" to message, "language" to language, "updateTo" to updateTo, "storeLink" to storeLink,
            "canUpdate" to canUpdate, "source" to source.name.lowercase(), "checkedAt" to checkedAt, "nextChangeAt" to nextChangeAt,
            "window" to window?.run { mapOf("name" to name, "reminderStart" to reminderStart, "start" to start, "end" to end) },
            "keptUntil" to keptUntil, "problem" to problem?.run {
                mapOf("code" to code.name.lowercase(), "status" to status?.toLong(), "reason" to reason)
            },
        )
    }

    private fun findDifferences(name: String, expected: Any?, actual: Any?): List<String> {
        if (expected is Map<*, *> && actual is Map<*, *>) return expected.json().flatMap { (member, value) ->
            check(name != "state" || member in actual) { "There is no member $member." }
            findDifferences("$name.$member", value, actual[member])
        }
        val isInstant = actual is Long && expected is String
        val isSame = actual == if (isInstant) OffsetDateTime.parse(expected).toInstant().toEpochMilli() else expected
        return if (isSame) emptyList() else listOf("$name: expected $expected, was $actual")
    }
}
