import { createRootRoute } from "@tanstack/react-router";
import { Shell } from "./shell.tsx";

/** The parent of every screen: the frame around them. */
export const rootRoute = createRootRoute({ component: Shell });
