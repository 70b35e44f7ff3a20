import 'dart:async';

import 'package:flutter/widgets.dart';

import '../gate_client.dart';
import '../gate_state.dart';
import '../texts/find_words.dart';
import '../texts/gate_lines.dart';
import '../texts/gate_words.dart';

/// Time for which the result of a button is shown.
const _noticeTime = Duration(seconds: 10);

/// A screen or a banner, with buttons that can fail.
abstract class GatePart extends StatefulWidget {
  const GatePart({required this.state, required this.client, required this.found, super.key});

  final GateState state;
  final GateClient client;
  final FoundWords found;
}

abstract class GatePartState<T extends GatePart> extends State<T> {
  /// The result of the last press; null: nothing was pressed.
  String? notice;
  Timer? _timer;

  GateLines get lines =>
      printGateLines(widget.state, widget.found, use24Hours: MediaQuery.alwaysUse24HourFormatOf(context));

  /// Builds a text in its own language and direction, not those of the buttons: fonts and screen readers follow.
  ///
  /// [language] is a BCP 47 tag; null: unknown.
  Widget buildText(String text, String? language, {TextStyle? style, TextAlign? align}) {
    final [code, ...others] = (language ?? '').split('-');
    final locale = code.isEmpty
        ? null
        : Locale.fromSubtags(
            languageCode: code.toLowerCase(),
            scriptCode: others.where((part) => part.length == 4).firstOrNull,
            countryCode: others.where((part) => part.length == 2).firstOrNull,
          );
    final isPageRightToLeft = Directionality.of(context) == TextDirection.rtl;
    final isReversed = code.isEmpty
        ? isRightToLeftText(text, otherwise: isPageRightToLeft)
        : isRightToLeftLanguage(code);
    return Text.rich(
      TextSpan(text: text, locale: locale),
      style: style,
      locale: locale,
      textAlign: align,
      textDirection: isReversed ? TextDirection.rtl : TextDirection.ltr,
    );
  }

  @override
  void dispose() {
    _timer?.cancel();
    super.dispose();
  }

  Future<void> retry() async {
    _say(GateWord.checking);
    final state = await widget.client.refresh();
    _say(state.source == GateSource.network ? GateWord.unchanged : GateWord.unreachable);
  }

  Future<void> update() async => _say(await widget.client.update() ? null : GateWord.notUpdated);

  /// Opens the address for help, or shows it where it can't be opened. The app names it, so that it can be any.
  Future<void> openSupport(Uri support) async {
    try {
      final openLink = widget.client.options.openLink;
      if (openLink != null && await openLink(support) != false) return;
    } catch (_) {
      // As if it could not be opened.
    }
    _show('$support');
  }

  void _say(GateWord? word) {
    if (!mounted) return;
    _show(widget.found.words[word]);
    if (word != null) _timer = Timer(_noticeTime, () => _show(null));
  }

  void _show(String? said) {
    _timer?.cancel();
    if (mounted) setState(() => notice = said);
  }
}
