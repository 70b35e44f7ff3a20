import { useState } from "react";
import { Pressable, Text, View } from "react-native";

export function Shop() {
  const [count, setCount] = useState(0);
  return (
    <View style={{ flex: 1, justifyContent: "center", alignItems: "center" }}>
      <Text accessibilityRole="header">Acme Shop</Text>
      <Pressable accessibilityRole="button" onPress={() => setCount((current) => current + 1)}>
        <Text>{count} in the cart</Text>
      </Pressable>
    </View>
  );
}
