import 'package:flutter/material.dart';

/// Direction, theme and keys around a screen or a banner. The gate can be the root of all widgets.
class GateFrame extends StatelessWidget {
  const GateFrame({required this.isRightToLeft, required this.child, this.theme, super.key});

  final bool isRightToLeft;

  /// Default: the theme around the gate, or black on white by the brightness of the device.
  final ThemeData? theme;
  final Widget child;

  @override
  Widget build(BuildContext context) {
    final hasTheme = context.findAncestorWidgetOfExactType<Theme>() != null;
    return Directionality(
      textDirection: isRightToLeft ? TextDirection.rtl : TextDirection.ltr,
      child: Theme(
        data: theme ?? (hasTheme ? Theme.of(context) : _buildTheme(MediaQuery.platformBrightnessOf(context))),
        child: Shortcuts(
          shortcuts: WidgetsApp.defaultShortcuts,
          child: Actions(
            actions: WidgetsApp.defaultActions,
            child: FocusTraversalGroup(policy: ReadingOrderTraversalPolicy(), child: child),
          ),
        ),
      ),
    );
  }
}

ThemeData _buildTheme(Brightness brightness) => ThemeData(
  // The default one loads a shader.
  splashFactory: InkRipple.splashFactory,
  colorScheme: ColorScheme.fromSeed(
    seedColor: Colors.black,
    brightness: brightness,
    dynamicSchemeVariant: DynamicSchemeVariant.monochrome,
  ),
);
