import 'package:flutter/material.dart';

/// The app behind the gate.
class Shop extends StatelessWidget {
  const Shop({super.key});

  @override
  Widget build(BuildContext context) => MaterialApp(
    title: 'Acme Shop',
    home: Scaffold(
      appBar: AppBar(title: const Text('Acme Shop')),
      body: const Center(child: Text('Welcome back.')),
    ),
  );
}
