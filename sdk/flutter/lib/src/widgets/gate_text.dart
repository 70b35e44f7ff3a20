import 'package:flutter/material.dart';

import '../texts/text_direction.dart';

/// A text in the direction of its own language.
class GateText extends StatelessWidget {
  const GateText(this.text, {this.style, super.key});

  final String text;
  final TextStyle? style;

  @override
  Widget build(BuildContext context) {
    final otherwise = Directionality.of(context) == TextDirection.rtl;
    final direction = isRightToLeft(text, otherwise: otherwise) ? TextDirection.rtl : TextDirection.ltr;
    return Text(text, style: style, textDirection: direction);
  }
}
