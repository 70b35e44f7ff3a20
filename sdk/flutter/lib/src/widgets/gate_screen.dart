import 'dart:async';

import 'package:flutter/material.dart';

import '../gate_client.dart';
import '../gate_state.dart';
import '../texts/find_words.dart';
import '../texts/gate_lines.dart';
import '../texts/gate_words.dart';
import 'gate_actions.dart';
import 'gate_text.dart';

/// The screen of a blocked app. It has no close button and is no route: only another state removes it.
class GateScreen extends StatefulWidget {
  const GateScreen({
    required this.state,
    required this.client,
    required this.found,
    required this.support,
    required this.extras,
    super.key,
  });

  final GateState state;
  final GateClient client;
  final FoundWords found;

  /// Null: the app names none.
  final Uri? support;
  final List<Widget> extras;

  @override
  State<GateScreen> createState() => _GateScreenState();
}

class _GateScreenState extends State<GateScreen> with GateActions {
  final FocusNode _heading = FocusNode(debugLabel: 'Heading of the gate');

  @override
  GateClient get client => widget.client;

  @override
  void initState() {
    super.initState();
    _focusHeading();
  }

  @override
  void didUpdateWidget(GateScreen old) {
    super.didUpdateWidget(old);
    // Another status or title is another screen, which is read aloud again.
    if (old.state.status != widget.state.status || old.state.title != widget.state.title) _focusHeading();
  }

  @override
  void dispose() {
    _heading.dispose();
    super.dispose();
  }

  void _focusHeading() => WidgetsBinding.instance.addPostFrameCallback((_) {
    if (mounted) _heading.requestFocus();
  });

  @override
  Widget build(BuildContext context) {
    final GateScreen(:state, :found, :support, :extras) = widget;
    final words = found.words;
    final lines = printGateLines(state, found, use24Hours: MediaQuery.alwaysUse24HourFormatOf(context));
    final isUpdate = state.status == GateStatus.updateRequired;
    final hasUpdate = isUpdate && state.canUpdate;
    final texts = Theme.of(context).textTheme;
    final retryButton = hasUpdate ? OutlinedButton.new : FilledButton.new;
    return PopScope(
      canPop: false,
      child: Semantics(
        scopesRoute: true,
        explicitChildNodes: true,
        child: Material(
          child: SafeArea(
            child: _Centered(
              children: [
                Focus(
                  focusNode: _heading,
                  child: Semantics(
                    header: true,
                    headingLevel: 1,
                    namesRoute: true,
                    liveRegion: true,
                    child: GateText(lines.title, language: lines.titleLanguage, style: texts.headlineMedium),
                  ),
                ),
                GateText(lines.message, language: state.language, style: texts.bodyLarge),
                if (lines.time case final time?) _buildText(time, texts.bodyLarge),
                if (isUpdate && !hasUpdate)
                  _buildText(words[support == null ? GateWord.askProvider : GateWord.askSupport]!, texts.bodyLarge),
                if (hasUpdate) FilledButton(onPressed: update, child: _buildLabel(GateWord.update)),
                retryButton(onPressed: retry, child: _buildLabel(GateWord.retry)),
                if (support != null)
                  TextButton(onPressed: () => unawaited(openSupport(support)), child: _buildLabel(GateWord.support)),
                ...extras,
                Semantics(liveRegion: true, child: _buildText(notice?.call(words) ?? '', texts.bodyMedium)),
              ],
            ),
          ),
        ),
      ),
    );
  }

  Widget _buildText(String text, TextStyle? style) => GateText(text, language: widget.found.language, style: style);

  Widget _buildLabel(GateWord word) => Padding(
    padding: const EdgeInsets.symmetric(vertical: 14),
    child: GateText(widget.found.words[word]!, language: widget.found.language, align: TextAlign.center),
  );
}

/// Large text makes the column higher than the screen: it scrolls.
class _Centered extends StatelessWidget {
  const _Centered({required this.children});

  final List<Widget> children;

  @override
  Widget build(BuildContext context) => LayoutBuilder(
    builder: (context, constraints) => SingleChildScrollView(
      padding: const EdgeInsets.all(24),
      child: ConstrainedBox(
        constraints: BoxConstraints(minHeight: (constraints.maxHeight - 48).clamp(0, double.infinity)),
        child: Center(
          child: ConstrainedBox(
            constraints: const BoxConstraints(maxWidth: 560),
            child: Column(
              mainAxisAlignment: MainAxisAlignment.center,
              crossAxisAlignment: CrossAxisAlignment.stretch,
              spacing: 16,
              children: children,
            ),
          ),
        ),
      ),
    ),
  );
}
