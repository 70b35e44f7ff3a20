import 'dart:async';

import 'package:flutter/material.dart';

import '../gate_client.dart';
import '../gate_state.dart';
import '../texts/find_words.dart';
import '../texts/gate_words.dart';
import 'gate_banner.dart';
import 'gate_screen.dart';

/// Around the whole app: the app, with a banner above it where there is something to announce, or the gate in its place.
///
/// The gate is a screen drawn from [GateClient.state], not a dialog: back, the background and hot reload do not remove it. An app that
/// ran before keeps its state behind the gate, without frames, focus, touches or semantics.
class DrawbridgeGate extends StatefulWidget {
  const DrawbridgeGate({
    required this.client,
    required this.child,
    this.support,
    this.words = const {},
    this.extras = const [],
    this.builder,
    this.loading,
    this.theme,
    this.darkTheme,
    super.key,
  });

  /// Created once, outside of all widgets: it keeps its state through every build.
  final GateClient client;

  /// Address for help: `mailto:`, `tel:` or a page. The option `openLink` opens it.
  final String? support;

  /// Replaces single words of the gate's own, such as the label of *Update*.
  final Map<GateWord, String> words;

  /// The app. Not built before the first state is known.
  final Widget child;

  /// The app's own ways out, below the buttons: sign out, export data.
  final List<Widget> extras;

  /// Replaces the screen of a blocked app, for instance by a read-only mode.
  final Widget Function(BuildContext context, GateState state)? builder;

  /// Shown until the first state is known, at most for the client's `startWait`; default: an empty screen.
  final Widget? loading;

  /// Default: the theme around the gate, or black on white by the brightness of the device.
  final ThemeData? theme;

  /// Replaces [theme] on a dark device.
  final ThemeData? darkTheme;

  @override
  State<DrawbridgeGate> createState() => _DrawbridgeGateState();
}

class _DrawbridgeGateState extends State<DrawbridgeGate> with WidgetsBindingObserver {
  late void Function() _unsubscribe;

  /// True if the app ran: from then on it keeps its state.
  bool _hasRun = false;

  @override
  void initState() {
    super.initState();
    assert(Uri.tryParse(widget.support ?? '') != null, 'support must be an address such as mailto:help@acme.example');
    WidgetsBinding.instance.addObserver(this);
    _connect();
  }

  @override
  void didUpdateWidget(DrawbridgeGate old) {
    super.didUpdateWidget(old);
    if (old.client == widget.client) return;
    _unsubscribe();
    _connect();
  }

  @override
  void dispose() {
    _unsubscribe();
    WidgetsBinding.instance.removeObserver(this);
    super.dispose();
  }

  /// Never closes the client: an app has one for as long as it runs.
  void _connect() {
    unawaited(widget.client.start());
    _unsubscribe = widget.client.subscribe((_) => setState(() {}));
  }

  @override
  void didChangeAppLifecycleState(AppLifecycleState lifecycle) {
    if (lifecycle == AppLifecycleState.resumed) {
      unawaited(widget.client.resume());
    } else if (lifecycle != AppLifecycleState.inactive) {
      // An inactive app is visible, for example below the notifications.
      widget.client.pause();
    }
  }

  /// The back button must not close screens of the app that users can't see.
  @override
  Future<bool> didPopRoute() async => widget.client.state.blocked;

  @override
  Widget build(BuildContext context) {
    final state = widget.client.state;
    final isLoading = state.status == GateStatus.loading;
    final isHidden = isLoading || state.blocked;
    _hasRun = _hasRun || !isHidden;
    return Stack(
      alignment: Alignment.topLeft,
      fit: StackFit.expand,
      children: [
        if (_hasRun)
          // Keeps the state of a hidden app: without frames, focus, touches or semantics.
          Offstage(
            key: const ValueKey('app'),
            offstage: isHidden,
            child: TickerMode(
              enabled: !isHidden,
              child: ExcludeFocus(excluding: isHidden, child: _buildApp(state)),
            ),
          ),
        if (isLoading) widget.loading ?? _buildFrame(const Material()),
        if (state.blocked) widget.builder?.call(context, state) ?? _buildFrame(_buildScreen(state)),
      ],
    );
  }

  FoundWords get _found => findWords(widget.client.options.language, widget.words);

  /// Direction, theme and keys around a screen or a banner. The gate can be the root of all widgets.
  Widget _buildFrame(Widget child) {
    final brightness = MediaQuery.platformBrightnessOf(context);
    final theme = brightness == Brightness.dark ? widget.darkTheme ?? widget.theme : widget.theme;
    final hasTheme = context.findAncestorWidgetOfExactType<Theme>() != null;
    return Directionality(
      textDirection: _found.isRightToLeft ? TextDirection.rtl : TextDirection.ltr,
      child: Theme(
        data: theme ?? (hasTheme ? Theme.of(context) : _buildTheme(brightness)),
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

  Widget _buildScreen(GateState state) => GateScreen(
    state: state,
    client: widget.client,
    found: _found,
    support: (widget.support ?? '').isEmpty ? null : Uri.tryParse(widget.support!),
    extras: widget.extras,
  );

  /// Banners come and go above the same element, so that the app keeps its state.
  Widget _buildApp(GateState state) {
    final hasBanner = state.status == GateStatus.announced || state.status == GateStatus.recommended;
    final banner = GateBanner(key: ValueKey(state.status), state: state, client: widget.client, found: _found);
    return Column(
      children: [
        if (hasBanner) _buildFrame(banner),
        Expanded(
          key: const ValueKey('app'),
          child: MediaQuery.removePadding(context: context, removeTop: hasBanner, child: widget.child),
        ),
      ],
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
