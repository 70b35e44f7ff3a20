import { hydrateRoot } from "react-dom/client";
import { createPage } from "./page.tsx";

const { client, page } = createPage(location.search);
const recovered: string[] = [];
Object.assign(window, { client, recovered });
if (new URLSearchParams(location.search).has("started")) await client.start();
hydrateRoot(document.getElementById("app") as HTMLElement, page, {
  onRecoverableError: (error) => recovered.push(String(error)),
});
