import 'dart:async';

import 'package:flutter/widgets.dart';

import '../gate_client.dart';
import '../gate_state.dart';
import '../texts/gate_words.dart';

/// Time for which the result of a button is shown.
const _noticeTime = Duration(seconds: 10);

/// Buttons that can fail, and what they say then.
mixin GateActions<T extends StatefulWidget> on State<T> {
  GateClient get client;

  /// Prints the result of the last press; null: nothing was pressed.
  String Function(GateWords words)? notice;
  Timer? _timer;

  @override
  void dispose() {
    _timer?.cancel();
    super.dispose();
  }

  Future<void> retry() async {
    _say(GateWord.checking);
    final state = await client.refresh();
    _say(state.source == GateSource.network ? GateWord.unchanged : GateWord.unreachable);
  }

  Future<void> update() async {
    final isDone = await client.update();
    _say(isDone ? null : GateWord.notUpdated);
  }

  /// Opens the address for help, or shows it where it can't be opened. The app names it, so that it can be any.
  Future<void> openSupport(Uri support) async {
    try {
      final openLink = client.options.openLink;
      if (openLink != null && await openLink(support) != false) return;
    } catch (_) {
      // As if it could not be opened.
    }
    _show((_) => '$support');
  }

  void _say(GateWord? word) {
    _show(word == null ? null : (words) => words[word]!);
    if (word != null && mounted) _timer = Timer(_noticeTime, () => _show(null));
  }

  void _show(String Function(GateWords words)? said) {
    _timer?.cancel();
    if (mounted) setState(() => notice = said);
  }
}
