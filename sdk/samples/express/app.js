import { createServerGate, expressGate } from "drawbridge-gate/server";
import express from "express";

const gate = createServerGate({
  baseUrl: process.env.DRAWBRIDGE_URL ?? "http://127.0.0.1:8080/api/v1",
  key: process.env.DRAWBRIDGE_KEY,
  exempt: ["/health"],
});

const app = express();
app.use(expressGate(gate));
app.get("/health", (_request, response) => void response.send("ok"));
app.get("/orders", (_request, response) => void response.json([{ id: 1, item: "Anvil" }]));

const server = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
