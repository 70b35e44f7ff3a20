import 'package:flutter/material.dart';

import '../texts/find_words.dart';

/// A text in its own language and direction, which can be others than those of the buttons: fonts and screen readers follow.
class GateText extends StatelessWidget {
  const GateText(this.text, {required this.language, this.style, this.align, super.key});

  final String text;

  /// BCP 47 tag; null: unknown.
  final String? language;
  final TextStyle? style;
  final TextAlign? align;

  @override
  Widget build(BuildContext context) {
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
}
