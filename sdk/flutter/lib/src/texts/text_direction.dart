final _strong = RegExp(r'([\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC])|\p{L}', unicode: true);

/// Returns whether [text] is written from right to left, by its first letter. The server's texts can be in another language than the buttons.
bool isRightToLeft(String text, {required bool otherwise}) {
  final match = _strong.firstMatch(text);
  return match == null ? otherwise : match[1] != null;
}
