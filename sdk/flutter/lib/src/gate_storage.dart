import 'dart:async';

/// Where the client keeps its last answer between runs of the app.
abstract interface class GateStorage {
  /// Storage from three functions, such as those of `SharedPreferencesAsync`.
  factory GateStorage.from(
    FutureOr<String?> Function(String name) get,
    FutureOr<void> Function(String name, String value) set,
    FutureOr<void> Function(String name) remove,
  ) = _FunctionStorage;

  /// The value of [name], or null.
  FutureOr<String?> get(String name);

  /// Saves [value] under [name].
  FutureOr<void> set(String name, String value);

  /// Deletes [name].
  FutureOr<void> remove(String name);
}

/// Storage for tests, and for apps that need no answer before the first contact of each run.
class MemoryStorage implements GateStorage {
  final Map<String, String> _values = {};

  @override
  String? get(String name) => _values[name];

  @override
  void set(String name, String value) => _values[name] = value;

  @override
  void remove(String name) => _values.remove(name);
}

class _FunctionStorage implements GateStorage {
  _FunctionStorage(this._get, this._set, this._remove);

  final FutureOr<String?> Function(String name) _get;
  final FutureOr<void> Function(String name, String value) _set;
  final FutureOr<void> Function(String name) _remove;

  @override
  FutureOr<String?> get(String name) => _get(name);

  @override
  FutureOr<void> set(String name, String value) => _set(name, value);

  @override
  FutureOr<void> remove(String name) => _remove(name);
}
