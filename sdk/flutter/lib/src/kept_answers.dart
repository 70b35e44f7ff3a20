import 'dart:async';

import 'gate_options.dart';
import 'known_answer.dart';

/// Storage that does not respond is absent after this time.
const _storageLimit = Duration(seconds: 1);

/// The record of a client in its storage. Errors of the storage count as absent values.
class KeptAnswers {
  KeptAnswers(this._options);

  final GateOptions _options;
  Future<void> _saved = Future.value();

  /// Answers hold for an address, a key, a platform and an instance; the record names the version.
  String get _name =>
      ['drawbridge', _options.platform, _options.instanceId ?? '', _options.key, _options.baseUrl].join(' ');

  Future<KeptRecord?> load() {
    final loaded = Completer<KeptRecord?>();
    void finish(KeptRecord? record) => loaded.isCompleted ? null : loaded.complete(record);
    final cancel = _options.schedule(_storageLimit, () => finish(null));
    Future.sync(
      () => _options.storage.get(_name),
    ).then((text) => finish(text == null ? null : KeptRecord.parse(text))).catchError((Object _) => finish(null));
    return loaded.future.whenComplete(cancel);
  }

  /// Saves records in the order of the calls.
  void save(KeptRecord record) {
    _saved = _saved.then((_) => _options.storage.set(_name, record.print())).catchError((Object _) {});
  }
}
