/** Screens of the gate for Compose and its Material 3. Copy it beside `DrawbridgeGate.kt`. */
package drawbridge.gate

import androidx.compose.foundation.*
import androidx.compose.foundation.layout.*
import androidx.compose.material3.*
import androidx.compose.runtime.*
import androidx.compose.ui.*
import androidx.compose.ui.focus.*
import androidx.compose.ui.platform.*
import androidx.compose.ui.semantics.*
import androidx.compose.ui.text.intl.LocaleList
import androidx.compose.ui.text.TextStyle
import androidx.compose.ui.text.style.*
import androidx.compose.ui.unit.*
import java.text.DateFormat
import java.util.*

enum class GateWord {
    UPDATE, LATER, DISMISS, SKIP, RETRY, SUPPORT, CHECKING, SAVING, UNCHANGED, UNREACHABLE, NOT_UPDATED,
    ASK_SUPPORT, ASK_PROVIDER, PLANNED, STARTS, ENDS,
}

/** The gate's own words in the language of a device; English where there is none. Title and message come from the server. */
class GateWords(private val locale: Locale = Locale.getDefault(), private val own: Map<GateWord, String> = emptyMap()) {
    private val language = when {
        locale.language != "zh" -> locale.language
        locale.script == "Hant" || (locale.script.isEmpty() && locale.country in listOf("TW", "HK", "MO")) -> "zh-Hant"
        else -> "zh"
    }
    private val texts = wordsByLanguage[language] ?: wordsByLanguage.getValue("en")
    val isRightToLeft = texts === wordsByLanguage["ar"]

    operator fun get(word: GateWord): String = own[word] ?: texts[word.ordinal]

    fun title(state: GateState): String =
        state.title.ifEmpty { state.window?.let { this[GateWord.PLANNED].replace("{name}", it.name) }.orEmpty() }

    /** Start or end of the window in the time zone of the device, unless the message has the same time of day; "" without one. */
    fun time(state: GateState): String {
        val window = state.window ?: return ""
        val (word, instant) = when (state.status) {
            GateStatus.ANNOUNCED -> GateWord.STARTS to Date(window.start)
            GateStatus.MAINTENANCE -> GateWord.ENDS to Date(window.end)
            else -> return ""
        }
        val used = if (language in wordsByLanguage) locale else Locale.ENGLISH
        val hours = listOf(used, Locale.UK).map { DateFormat.getTimeInstance(DateFormat.SHORT, it).format(instant) }
        val time = DateFormat.getDateTimeInstance(DateFormat.MEDIUM, DateFormat.SHORT, used).format(instant)
        return if (hours.any { it in state.message }) "" else this[word].replace("{time}", time)
    }
}

/**
 * The app behind its gate: a screen covers it while the state says so, and nothing but another state removes the screen. An app
 * that ran before keeps its state. `support` is the address of the button *Contact support*; `screen` replaces the screen.
 */
@Composable
fun DrawbridgeGate(
    client: GateClient,
    support: String? = null,
    words: GateWords = remember { GateWords() },
    screen: (@Composable (GateState) -> Unit)? = null,
    app: @Composable () -> Unit,
) {
    var state by remember(client) { mutableStateOf(client.state) }
    var hasRun by remember { mutableStateOf(false) }
    DisposableEffect(client) {
        val end = client.subscribe { state = it }
        client.start()
        state = client.state
        onDispose(end)
    }
    val isOpen = !state.blocked && state.status != GateStatus.LOADING
    if (isOpen) hasRun = true
    Box(Modifier.fillMaxSize()) {
        val covered = Modifier.clearAndSetSemantics {}.focusProperties { canFocus = false }
        Column {
            val hasBanner = state.status == GateStatus.ANNOUNCED || state.status == GateStatus.RECOMMENDED
            if (hasBanner) GateDirection(words) { GateBanner(client, state, words) }
            Box(if (isOpen) Modifier else covered) { if (hasRun) app() }
        }
        if (state.blocked) GateDirection(words) { screen?.invoke(state) ?: GateScreen(client, state, words, support) }
    }
}

@Composable
private fun GateDirection(words: GateWords, content: @Composable () -> Unit) {
    val direction = if (words.isRightToLeft) LayoutDirection.Rtl else LayoutDirection.Ltr
    CompositionLocalProvider(LocalLayoutDirection provides direction, content = content)
}

/** Result of the last press of a button. */
private class Notice(private val client: GateClient) {
    var word by mutableStateOf<GateWord?>(null)

    fun retry() {
        word = GateWord.CHECKING
        client.refresh { word = if (it.source == GateSource.NETWORK) GateWord.UNCHANGED else GateWord.UNREACHABLE }
    }

    fun update() {
        word = if (client.update()) null else GateWord.NOT_UPDATED
    }
}

/** `language` is that of the server's texts, which may be another than the device's. */
@Composable
private fun GateText(
    text: String, style: TextStyle, modifier: Modifier = Modifier, language: String? = null, align: TextAlign = TextAlign.Center,
) {
    val languages = language?.let { LocaleList(it) }
    if (text.isNotEmpty())
        Text(text, modifier, textAlign = align, style = style.copy(textDirection = TextDirection.Content, localeList = languages))
}

@Composable
fun GateScreen(client: GateClient, state: GateState, words: GateWords, support: String? = null) {
    val notice = remember(client) { Notice(client) }
    val heading = remember { FocusRequester() }
    val uris = LocalUriHandler.current
    val texts = MaterialTheme.typography
    val title = words.title(state)
    val isUpdate = state.status == GateStatus.UPDATE_REQUIRED
    val hasUpdate = isUpdate && state.canUpdate
    // Another status or title is another screen, which is read aloud again.
    LaunchedEffect(state.status, title) { heading.requestFocus() }
    Surface(Modifier.fillMaxSize()) {
        // Large text makes the column higher than the screen: it scrolls.
        Column(
            Modifier.safeDrawingPadding().verticalScroll(rememberScrollState()).padding(24.dp)
                .wrapContentWidth().widthIn(max = 560.dp),
            Arrangement.spacedBy(16.dp, Alignment.CenterVertically),
            Alignment.CenterHorizontally,
        ) {
            val first = Modifier.focusRequester(heading).focusable().semantics { heading() }
            GateText(title, texts.headlineMedium, first, state.language)
            GateText(state.message, texts.bodyLarge, language = state.language)
            GateText(words.time(state), texts.bodyLarge)
            if (isUpdate && !hasUpdate && !state.unsupported)
                GateText(words[if (support == null) GateWord.ASK_PROVIDER else GateWord.ASK_SUPPORT], texts.bodyLarge)
            if (!state.saving) {
                if (hasUpdate) Button(notice::update, Modifier.fillMaxWidth()) { Text(words[GateWord.UPDATE]) }
                if (hasUpdate) OutlinedButton(notice::retry, Modifier.fillMaxWidth()) { Text(words[GateWord.RETRY]) }
                else Button(notice::retry, Modifier.fillMaxWidth()) { Text(words[GateWord.RETRY]) }
                if (support != null) TextButton({ uris.openUri(support) }) { Text(words[GateWord.SUPPORT]) }
            }
            val said = if (state.saving) GateWord.SAVING else notice.word
            Box(Modifier.semantics { liveRegion = LiveRegionMode.Polite }) {
                GateText(said?.let { words[it] }.orEmpty(), texts.bodyMedium)
            }
        }
    }
}

/** Above the app: an announced window, or a newer version. */
@Composable
fun GateBanner(client: GateClient, state: GateState, words: GateWords) {
    val notice = remember(client) { Notice(client) }
    val isUpdate = state.status == GateStatus.RECOMMENDED
    val texts = MaterialTheme.typography
    Surface(Modifier.fillMaxWidth(), color = MaterialTheme.colorScheme.secondaryContainer) {
        Column(Modifier.statusBarsPadding().padding(16.dp).semantics { liveRegion = LiveRegionMode.Polite }) {
            GateText(words.title(state), texts.titleMedium, language = state.language, align = TextAlign.Start)
            GateText(state.message, texts.bodyMedium, language = state.language, align = TextAlign.Start)
            GateText(words.time(state), texts.bodyMedium, align = TextAlign.Start)
            GateText(notice.word?.let { words[it] }.orEmpty(), texts.bodyMedium, align = TextAlign.Start)
            FlowRow(horizontalArrangement = Arrangement.spacedBy(8.dp)) {
                if (isUpdate && state.canUpdate) Button(notice::update) { Text(words[GateWord.UPDATE]) }
                TextButton(client::later) { Text(words[if (isUpdate) GateWord.LATER else GateWord.DISMISS]) }
                if (isUpdate) TextButton(client::skip) { Text(words[GateWord.SKIP]) }
            }
        }
    }
}

/** In the order of `GateWord`; indented lines continue the one before. */
private const val WORDS = """
en|Update|Later|OK|Skip this version|Try again|Contact support|Checking…|Saving your work…|Checked. Nothing has changed yet.|
    We couldn’t check. Try again in a moment.|The update didn’t start. Try again in a moment.|
    Contact support to get the new version.|Ask the provider of this app for the new version.|Planned maintenance: {name}|
    Starts {time}, your time|Expected end: {time}, your time
de|Aktualisieren|Später|OK|Diese Version überspringen|Erneut versuchen|Support kontaktieren|Wird geprüft …|
    Ihre Arbeit wird gespeichert …|Geprüft. Es hat sich noch nichts geändert.|
    Die Prüfung ist fehlgeschlagen. Versuchen Sie es gleich noch einmal.|
    Das Update konnte nicht gestartet werden. Versuchen Sie es gleich noch einmal.|
    Die neue Version erhalten Sie über den Support.|Die neue Version erhalten Sie dort, wo Sie diese App bekommen haben.|
    Geplante Wartung: {name}|Beginn: {time}, Ihre Ortszeit|Voraussichtliches Ende: {time}, Ihre Ortszeit
fr|Mettre à jour|Plus tard|OK|Ignorer cette version|Réessayer|Contacter l’assistance|Vérification…|
    Enregistrement de votre travail…|Vérification faite. Rien n’a encore changé.|
    La vérification a échoué. Réessayez dans un instant.|La mise à jour n’a pas démarré. Réessayez dans un instant.|
    Contactez l’assistance pour obtenir la nouvelle version.|
    Demandez la nouvelle version à la personne qui vous a fourni cette application.|Maintenance prévue : {name}|
    Début : {time}, heure locale|Fin prévue : {time}, heure locale
es|Actualizar|Más tarde|Entendido|Omitir esta versión|Reintentar|Contactar con soporte|Comprobando…|Guardando su trabajo…|
    Comprobado. Aún no ha cambiado nada.|No se ha podido comprobar. Inténtelo de nuevo en un momento.|
    La actualización no se ha iniciado. Inténtelo de nuevo en un momento.|Contacte con soporte para obtener la nueva versión.|
    Pida la nueva versión a quien le facilitó esta aplicación.|Mantenimiento programado: {name}|Inicio: {time}, hora local|
    Finalización prevista: {time}, hora local
it|Aggiorna|Più tardi|OK|Salta questa versione|Riprova|Contatta l’assistenza|Verifica in corso…|
    Salvataggio del lavoro in corso…|Verifica completata. Non è ancora cambiato nulla.|
    Verifica non riuscita. Riprova tra un momento.|L’aggiornamento non è partito. Riprova tra un momento.|
    Contatta l’assistenza per ottenere la nuova versione.|Chiedi la nuova versione a chi ti ha fornito questa app.|
    Manutenzione programmata: {name}|Inizio: {time}, ora locale|Fine prevista: {time}, ora locale
pt|Atualizar|Mais tarde|OK|Ignorar esta versão|Tentar novamente|Falar com o suporte|Verificando…|Salvando seu trabalho…|
    Verificado. Nada mudou ainda.|Não foi possível verificar. Tente novamente em instantes.|
    A atualização não começou. Tente novamente em instantes.|Fale com o suporte para obter a nova versão.|
    Peça a nova versão a quem forneceu este aplicativo.|Manutenção programada: {name}|Início: {time}, hora local|
    Término previsto: {time}, hora local
nl|Bijwerken|Later|OK|Deze versie overslaan|Opnieuw proberen|Contact opnemen met support|Controleren…|Uw werk wordt opgeslagen…|
    Gecontroleerd. Er is nog niets veranderd.|Controleren is niet gelukt. Probeer het zo nog eens.|
    Het bijwerken is niet gestart. Probeer het zo nog eens.|Neem contact op met support voor de nieuwe versie.|
    Vraag de nieuwe versie aan degene van wie je deze app hebt gekregen.|Gepland onderhoud: {name}|Begin: {time}, lokale tijd|
    Verwacht einde: {time}, lokale tijd
pl|Zaktualizuj|Później|OK|Pomiń tę wersję|Spróbuj ponownie|Skontaktuj się z pomocą techniczną|Sprawdzanie…|
    Zapisywanie Twojej pracy…|Sprawdzono. Na razie nic się nie zmieniło.|Nie udało się sprawdzić. Spróbuj ponownie za chwilę.|
    Aktualizacja się nie rozpoczęła. Spróbuj ponownie za chwilę.|Skontaktuj się z pomocą techniczną, aby otrzymać nową wersję.|
    O nową wersję zapytaj osobę, od której masz tę aplikację.|Planowana przerwa techniczna: {name}|
    Początek: {time}, czas lokalny|Przewidywany koniec: {time}, czas lokalny
tr|Güncelle|Daha sonra|Tamam|Bu sürümü atla|Tekrar dene|Destek ekibiyle iletişim|Kontrol ediliyor…|Çalışmanız kaydediliyor…|
    Kontrol edildi. Henüz bir değişiklik yok.|Kontrol edilemedi. Birazdan tekrar deneyin.|
    Güncelleme başlamadı. Birazdan tekrar deneyin.|Yeni sürüm için destek ekibiyle iletişime geçin.|
    Yeni sürümü, bu uygulamayı size veren kişiden isteyin.|Planlı bakım: {name}|Başlangıç: {time}, yerel saat|
    Tahmini bitiş: {time}, yerel saat
ar|تحديث|لاحقًا|حسنًا|تخطي هذا الإصدار|إعادة المحاولة|التواصل مع الدعم|جارٍ التحقق…|جارٍ حفظ عملك…|تم التحقق. لم يتغير شيء بعد.|
    تعذّر التحقق. أعد المحاولة بعد قليل.|لم يبدأ التحديث. أعد المحاولة بعد قليل.|تواصل مع الدعم للحصول على الإصدار الجديد.|
    اطلب الإصدار الجديد ممّن زوّدك بهذا التطبيق.|صيانة مجدولة: {name}|البداية: {time} بتوقيتك المحلي|
    النهاية المتوقعة: {time} بتوقيتك المحلي
ja|アップデート|後で|OK|このバージョンをスキップ|再試行|サポートに問い合わせる|確認中…|作業内容を保存しています…|確認しました。まだ変更はありません。|確認できませんでした。しばらくしてから再試行してください。|
    アップデートを開始できませんでした。しばらくしてから再試行してください。|新しいバージョンについては、サポートにお問い合わせください。|新しいバージョンについては、このアプリの提供元にお問い合わせください。|メンテナンス予定：{name}|
    開始：{time}（現地時間）|終了予定：{time}（現地時間）
zh|更新|稍后|知道了|跳过此版本|重试|联系客服|正在检查…|正在保存您的工作…|已检查，暂无变化。|无法检查，请稍后重试。|更新未能开始，请稍后重试。|请联系客服获取新版本。|请向提供此应用的人员索取新版本。|计划维护：{name}|
    开始时间：{time}（本地时间）|预计结束时间：{time}（本地时间）
zh-Hant|更新|稍後|知道了|略過此版本|重試|聯絡客服|正在檢查…|正在儲存您的工作…|已檢查，目前沒有變更。|無法檢查，請稍後再試。|更新未能開始，請稍後再試。|請聯絡客服以取得新版本。|請向提供此應用程式的人員索取新版本。|
    預定維護：{name}|開始時間：{time}（本地時間）|預計結束時間：{time}（本地時間）
"""

private val wordsByLanguage = WORDS.trim().replace(Regex("\n +"), "").lines().map { it.split("|") }.associate { it[0] to it.drop(1) }
