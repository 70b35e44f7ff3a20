import 'dart:async';

/// Storage of the last answer between runs of the app.
class GateStorage {
  /// Storage from two functions, such as those of `SharedPreferencesAsync`.
  const GateStorage.from(this.get, this.set);

  /// The value of a name, or null.
  final FutureOr<String?> Function(String name) get;

  /// Saves a value under a name, in place of an earlier one.
  final FutureOr<void> Function(String name, String value) set;
}

/// Storage for tests: it ends with the process.
class MemoryStorage extends GateStorage {
  MemoryStorage() : this._({});

  MemoryStorage._(Map<String, String> values)
    : super.from((name) => values[name], (name, value) => values[name] = value);
}

/// The place of a record in a storage. Errors are reported, and count as absent values.
class RecordStore {
  RecordStore(this._storage, this._name, this._onError);

  final GateStorage? _storage;
  final String _name;
  final void Function(Object error) _onError;

  /// Ends when the last saved text is in the storage.
  Future<void> _pending = Future.value();

  /// Passes the stored text to [adopt], and then calls [done]. A synchronous storage decides the state before the first frame.
  void load(void Function(String? text) adopt, void Function() done) {
    try {
      final text = _storage?.get(_name);
      if (text is Future<String?>) {
        _pending = text.then(adopt).catchError(_onError).then((_) => done());
        return;
      }
      if (_storage != null) adopt(text);
    } catch (error) {
      _onError(error);
    }
    done();
  }

  /// Saves the result of [print] after loading: an earlier choice of the user must not be overwritten.
  void save(String Function() print) {
    final storage = _storage;
    if (storage == null) return;
    _pending = _pending.then((_) => storage.set(_name, print())).catchError(_onError);
  }
}
