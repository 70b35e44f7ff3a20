import { renderToString } from "react-dom/server";
import { createPage } from "./page.tsx";

export function renderPage(search: string): string {
  const { client, page } = createPage(search);
  try {
    return renderToString(page);
  } finally {
    client.close();
  }
}
