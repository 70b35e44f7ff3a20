import { useState } from "react";

export default function App() {
  const [count, setCount] = useState(0);
  return (
    <main>
      <h1>Acme Shop</h1>
      <button type="button" onClick={() => setCount((current) => current + 1)}>
        {count} in the cart
      </button>
    </main>
  );
}
