import 'package:flutter/widgets.dart';

import '../gate_client.dart';
import '../texts/gate_words.dart';

/// Buttons that can fail, and what they say then.
mixin GateActions<T extends StatefulWidget> on State<T> {
  GateClient get client;

  /// Finds the result of the last press among the words; null: nothing was pressed.
  String Function(GateWords words)? notice;

  Future<void> retry() async {
    _say((words) => words.checking);
    final state = await client.refresh();
    _say(state.problem == null ? (words) => words.unchanged : (words) => words.unreachable);
  }

  Future<void> update() async {
    final isDone = await client.update();
    _say(isDone ? null : (words) => words.notUpdated);
  }

  /// Opens the address for help, or shows it where it can't be opened. The app names it, so that it can be any.
  Future<void> openSupport(Uri support) async {
    try {
      final openLink = client.options.openLink;
      if (openLink == null || await openLink(support) == false) _say((_) => '$support');
    } catch (_) {
      _say((_) => '$support');
    }
  }

  void _say(String Function(GateWords words)? said) {
    if (mounted) setState(() => notice = said);
  }
}
