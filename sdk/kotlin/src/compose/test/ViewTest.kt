/** The screens, drawn and pressed on the JVM in every language. */
@file:OptIn(androidx.compose.ui.test.ExperimentalTestApi::class)

package drawbridge.gate

import androidx.compose.material3.Text
import androidx.compose.ui.test.ComposeUiTest
import androidx.compose.ui.test.assertCountEquals
import androidx.compose.ui.test.onAllNodesWithText
import androidx.compose.ui.test.onNodeWithText
import androidx.compose.ui.test.performClick
import androidx.compose.ui.test.v2.runComposeUiTest
import java.util.Locale

const val WINDOW = """{"name":"Acme","reminder_start":"2026-12-05T10:00:00.000+00:00","start":"2026-12-05T11:00:00.000+00:00","end":"2099-12-05T14:00:00.000+00:00"}"""
val languages = listOf("en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "ar", "ja", "zh", "zh-TW")

/** A client whose server sends the members of [changes] instead of those of an open gate. */
class Server(private val changes: Map<String, String>, private val header: String = "", beforeBlock: Boolean = false) {
    val opened = mutableListOf<String>()
    private val texts = mutableMapOf<String, String>()
    private val storage = object : GateStorage {
        override fun get(name: String, done: (String?) -> Unit) = done(texts[name] ?: "{}")
        override fun set(name: String, text: String) = texts.set(name, text)
    }
    private val open = mapOf(
        "update" to "\"none\"", "update_to" to "null", "maintenance" to "\"none\"", "title" to "\"Title\"", "message" to "\"Message\"",
        "store_link" to "\"https://play.google.com/store/apps/details?id=com.acme\"", "window" to "null", "next_change_at" to "null",
    )
    private val options = GateOptions(
        "https://gate.example/api/v1", "dbr_test", "2.3.0", storage = storage, openLink = { opened += it },
        beforeBlock = if (beforeBlock) ({ _, _, _ -> }) else null,
        callbackExecutor = { it.run() },
        request = { _, _, done ->
            val body = (open + changes).map { (name, value) -> "\"$name\":$value" }.joinToString(",", "{", "}")
            done(GateResponse(200, body) { if (it == "drawbridge-os") header else null })
        },
    )
    val client = GateClient(options)
}

fun ComposeUiTest.has(text: String, count: Int = 1) = onAllNodesWithText(text).assertCountEquals(count)

fun show(server: Server, tag: String, check: ComposeUiTest.(GateWords) -> Unit) = runComposeUiTest {
    val words = GateWords(Locale.forLanguageTag(tag))
    setContent { DrawbridgeGate(server.client, "mailto:support@acme.example", words) { Text("Shop") } }
    waitForIdle()
    check(words)
    server.client.close()
}

fun main() {
    val forced = mapOf("update" to "\"forced\"", "update_to" to "\"2.4.0\"")
    for (tag in languages) {
        val server = Server(forced)
        show(server, tag) { words ->
            has("Title")
            has("Shop", 0)
            onNodeWithText(words[GateWord.UPDATE]).performClick()
            check(server.opened.size == 1)
            onNodeWithText(words[GateWord.RETRY]).performClick()
            has(words[GateWord.UNCHANGED])
            has(words[GateWord.SUPPORT])
        }
        show(Server(forced, header = "too_old"), tag) { words ->
            has("Title")
            for (word in listOf(GateWord.UPDATE, GateWord.ASK_SUPPORT, GateWord.ASK_PROVIDER)) has(words[word], 0)
        }
        show(Server(forced, beforeBlock = true), tag) { words ->
            has(words[GateWord.SAVING])
            for (word in listOf(GateWord.UPDATE, GateWord.RETRY, GateWord.SUPPORT)) has(words[word], 0)
        }
        show(Server(mapOf("maintenance" to "\"active\"", "window" to WINDOW)), tag) { words ->
            has("Shop", 0)
            has(words[GateWord.RETRY])
        }
        show(Server(mapOf("maintenance" to "\"announced\"", "window" to WINDOW, "update" to "\"recommended\"")), tag) { words ->
            has("Shop")
            has(words[GateWord.PLANNED].replace("{name}", "Acme"))
            onNodeWithText(words[GateWord.DISMISS]).performClick()
            has("Title")
            onNodeWithText(words[GateWord.SKIP]).performClick()
            has("Title", 0)
            has("Shop")
        }
    }
    println("The screens are right in ${languages.size} languages.")
}
