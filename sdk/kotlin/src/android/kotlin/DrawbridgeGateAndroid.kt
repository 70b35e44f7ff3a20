/** The parts of the client that need Android. Copy this file next to `DrawbridgeGate.kt`. */
package drawbridge.gate

import android.app.*
import android.content.*
import android.net.Uri
import android.os.*

/** A client that keeps its answer in the preferences, calls back on the screen's thread, and pauses in the background. */
fun createGate(
    app: Application,
    baseUrl: String,
    key: String,
    instanceId: String? = null,
    beforeBlock: ((reason: GateBlockReason, until: Long, done: (Throwable?) -> Unit) -> Unit)? = null,
    onProblem: (GateProblem) -> Unit = { System.err.println("Drawbridge: ${it.message}") },
): GateClient {
    val screen = Handler(Looper.getMainLooper())
    val options = GateOptions(
        baseUrl, key, app.packageManager.getPackageInfo(app.packageName, 0).versionName.orEmpty(),
        instanceId = instanceId,
        os = Build.VERSION.SDK_INT.toString(),
        storage = PreferencesStorage(app),
        openLink = { app.startActivity(Intent(Intent.ACTION_VIEW, Uri.parse(it)).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK)) },
        beforeBlock = beforeBlock,
        onProblem = onProblem,
        callbackExecutor = { screen.post(it) },
    )
    return GateClient(options).also { app.registerActivityLifecycleCallbacks(Foreground(it)) }
}

class PreferencesStorage(context: Context) : GateStorage {
    private val preferences = context.getSharedPreferences("drawbridge.gate", Context.MODE_PRIVATE)

    override fun get(name: String, done: (String?) -> Unit) = done(preferences.getString(name, null))

    override fun set(name: String, text: String) = preferences.edit().putString(name, text).apply()
}

/** Counts the activities that are on the screen. */
private class Foreground(private val client: GateClient) : Application.ActivityLifecycleCallbacks {
    private var visible = 0

    override fun onActivityStarted(activity: Activity) {
        if (visible++ == 0) client.resume()
    }

    override fun onActivityStopped(activity: Activity) {
        visible = maxOf(visible - 1, 0) // An activity can have started before the client was there.
        if (visible == 0 && !activity.isChangingConfigurations) client.pause()
    }

    override fun onActivityCreated(activity: Activity, state: Bundle?) = Unit
    override fun onActivityResumed(activity: Activity) = Unit
    override fun onActivityPaused(activity: Activity) = Unit
    override fun onActivitySaveInstanceState(activity: Activity, state: Bundle) = Unit
    override fun onActivityDestroyed(activity: Activity) = Unit
}
