import 'dart:async';

/// Storage of the last answer between runs of the app.
abstract interface class GateStorage {
  /// Storage from two functions, such as those of `SharedPreferencesAsync`.
  factory GateStorage.from(
    FutureOr<String?> Function(String name) get,
    FutureOr<void> Function(String name, String value) set,
  ) = _FunctionStorage;

  /// The value of [name], or null.
  FutureOr<String?> get(String name);

  /// Saves [value] under [name], in place of an earlier one.
  FutureOr<void> set(String name, String value);
}

/// Storage for tests: it ends with the process.
class MemoryStorage implements GateStorage {
  final Map<String, String> _values = {};

  @override
  String? get(String name) => _values[name];

  @override
  void set(String name, String value) => _values[name] = value;
}

class _FunctionStorage implements GateStorage {
  _FunctionStorage(this._get, this._set);

  final FutureOr<String?> Function(String name) _get;
  final FutureOr<void> Function(String name, String value) _set;

  @override
  FutureOr<String?> get(String name) => _get(name);

  @override
  FutureOr<void> set(String name, String value) => _set(name, value);
}
