/** The page of the hydration tests, the same on the server and in the browser. Its search names the case. */
import { type ReactNode, StrictMode, Suspense, useEffect, useState } from "react";
import { createWebGate } from "../../../web/index.ts";
import { Gate, GateProvider } from "../../index.ts";

export function createPage(search: string) {
  const query = new URLSearchParams(search);
  const client = createWebGate({ baseUrl: query.get("base") ?? "", key: "dbr_test", version: "2.4.0", language: "en" });
  const gate = (
    <Gate mode={query.has("hide") ? "hide" : "overlay"} loading={<p>Loading</p>} support="mailto:support@acme.example">
      {query.has("late") ? <Late /> : null}
      <Product />
    </Gate>
  );
  const inside = query.has("suspense") ? <Suspense fallback={<p>Waiting</p>}>{gate}</Suspense> : gate;
  const provided = <GateProvider client={client}>{inside}</GateProvider>;
  return { client, page: query.has("strict") ? <StrictMode>{provided}</StrictMode> : provided };
}

function Product(): ReactNode {
  const [count, setCount] = useState(0);
  useEffect(() => {
    document.documentElement.dataset.app = "runs";
  }, []);
  return (
    <>
      <h1>Product page</h1>
      <label>
        Note <input />
      </label>
      <button type="button" onClick={() => setCount(count + 1)}>
        {`${count} in the cart`}
      </button>
    </>
  );
}

let loading: Promise<void> | null = null;
let isLoaded = typeof window === "undefined";

/** Suspends in the browser, so that its boundary is hydrated after the gate's client has started. */
function Late(): ReactNode {
  loading ??= new Promise((done) => setTimeout(done, 50)).then(() => {
    isLoaded = true;
  });
  if (!isLoaded) throw loading;
  return <p>Late part</p>;
}
