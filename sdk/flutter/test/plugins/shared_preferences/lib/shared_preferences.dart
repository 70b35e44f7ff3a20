/// The signatures of `shared_preferences` that the sample uses: the plugin itself needs a device.
library;

class SharedPreferencesAsync {
  static final Map<String, String> stored = {};

  Future<String?> getString(String key) async => stored[key];

  Future<void> setString(String key, String value) async => stored[key] = value;
}
