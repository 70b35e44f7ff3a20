import type { Locator, Page } from "playwright-core";
import { activityTexts } from "../src/activity/activity-texts.ts";
import { readKeyTexts } from "../src/connect/read-key-texts.ts";
import { instanceTexts } from "../src/instances/instance-texts.ts";
import { occurrenceTexts } from "../src/maintenance/occurrence/occurrence-texts.ts";
import { verbDialogTexts } from "../src/maintenance/occurrence/verb-dialog-texts.ts";
import { windowTexts } from "../src/maintenance/windows/window-texts.ts";
import { memberTexts } from "../src/members/member-texts.ts";
import { messageTexts } from "../src/messages/message-texts.ts";
import { platformTexts } from "../src/platforms/platform-texts.ts";
import { newProjectTexts } from "../src/projects/new-project-texts.ts";
import { approvalTexts, settingsTexts } from "../src/settings/settings-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { releaseTexts, versionPolicyTexts as rules, stepTexts } from "../src/version-policies/version-policy-texts.ts";
import { shop } from "./console-page.ts";
import { box, button } from "./controls.ts";

export interface EditKind {
  readonly name: string;
  /** Below /console/. */
  readonly path: string;
  readonly fill: (page: Page) => Promise<void>;
  /** Default: opens the review. */
  readonly send?: (page: Page) => Locator;
  /** There is no review. */
  readonly isDirect?: true;
}

export interface Edited {
  /** Ids. */
  readonly window: string;
  readonly occurrence: string;
  readonly person: string;
}

const { actions } = sharedTexts;
const project = `projects/${shop}`;
const versions = `${project}/versions?edit=ios`;
const card = (page: Page) => page.getByRole("region", { name: rules.card("iOS"), exact: true });
const tab = (page: Page, name: keyof typeof rules.tabs) => card(page).getByRole("tab", { name: rules.tabs[name] }).click();
/** A narrower page would draw a list in place of the calendar, and close what is open. */
const maintenance = `${project}/maintenance?view=list`;
const later = `${new Date().getFullYear() + 1}-02-10T02:00`;

export function editKinds({ window, occurrence, person }: Edited): readonly EditKind[] {
  return [
    {
      name: "minimum on the ruler",
      path: versions,
      fill: (page) => card(page).getByRole("slider", { name: rules.minimum, exact: true }).press("ArrowRight"),
    },
    { name: "recommended version", path: versions, fill: (page) => box(card(page), rules.recommended).fill("2.6.2") },
    {
      name: "blocked range",
      path: versions,
      fill: async (page) => {
        await button(card(page), rules.addLine(rules.blocked)).click();
        await box(card(page), /^Blocked, line/)
          .last()
          .fill(">=2.6.0 <2.6.2");
      },
    },
    {
      name: "step planned",
      path: versions,
      fill: async (page) => {
        await button(card(page), stepTexts.plan).click();
        await card(page).getByLabel(stepTexts.minimum).fill("2.6.0");
      },
    },
    {
      name: "release declared",
      path: versions,
      fill: async (page) => {
        await tab(page, "releases");
        await button(card(page), releaseTexts.declare).click();
        await box(card(page), releaseTexts.version).first().fill("2.7.0");
        await box(card(page), releaseTexts.notes).first().fill("Faster checkout");
      },
    },
    {
      name: "store link",
      path: versions,
      fill: async (page) => {
        await tab(page, "store");
        await card(page).locator("[type=url]").first().fill("https://apps.apple.com/app/id1234567890");
      },
    },
    {
      name: "message",
      path: `${project}/messages?kind=upgrade&language=en`,
      fill: (page) => box(page, messageTexts.text).fill("Please install the update."),
    },
    {
      name: "platform added",
      path: `${project}/settings?tab=platforms&create=true`,
      fill: async (page) => {
        await box(page, platformTexts.id).fill("tv");
        await page.getByLabel(platformTexts.store).selectOption("none");
      },
    },
    {
      name: "instance added",
      path: `${project}/connect?tab=instances&create=true`,
      fill: (page) => box(page, instanceTexts.name).fill("Acme West"),
    },
    {
      name: "instance renamed",
      path: `${project}/connect?tab=instances&edit=eu-1`,
      fill: (page) => box(page, instanceTexts.name).fill("Acme Central Europe"),
    },
    {
      name: "instance deleted",
      path: `${project}/connect?tab=instances&edit=us-1`,
      fill: async () => undefined,
      send: (page) => button(page, actions.remove),
    },
    {
      name: "window created",
      path: `${maintenance}&create=true`,
      fill: async (page) => {
        await box(page, windowTexts.title).fill("Database upgrade");
        await page.getByLabel(windowTexts.start).fill(later);
      },
    },
    {
      name: "window moved",
      path: `${maintenance}&edit=${window}`,
      fill: (page) => page.getByLabel(windowTexts.start).fill(later),
    },
    {
      name: "occurrence extended",
      path: `${maintenance}&occurrence=${encodeURIComponent(occurrence)}`,
      fill: (page) => button(page, occurrenceTexts.verbs.extend).click(),
      send: (page) => button(page, verbDialogTexts.buttons.extend),
      isDirect: true,
    },
    {
      name: "maintenance started",
      path: `${maintenance}&start=true`,
      fill: (page) => page.getByRole("dialog").getByText("Acme Europe", { exact: true }).click(),
      send: (page) => button(page, /^Close Acme Europe/),
      isDirect: true,
    },
    {
      name: "key created",
      path: `${project}/connect?tab=keys&create=true`,
      fill: (page) => box(page, readKeyTexts.name).fill("iOS app"),
      send: (page) => button(page.getByRole("dialog"), readKeyTexts.create),
      isDirect: true,
    },
    {
      name: "approval required",
      path: `${project}/settings?tab=approval`,
      fill: (page) => page.getByRole("switch", { name: approvalTexts.reasonRequired }).check(),
    },
    {
      name: "number of the settings",
      path: `${project}/settings`,
      fill: (page) => box(page, settingsTexts.lockOutLimit).fill("35"),
    },
    {
      name: "role changed",
      path: `${project}/settings?tab=members&edit=${person}`,
      fill: (page) => page.getByRole("radio", { name: new RegExp(`^${sharedTexts.roles.editor}`) }).check(),
    },
    {
      name: "member invited",
      path: `${project}/settings?tab=members&create=true`,
      fill: async (page) => {
        await page.getByRole("textbox", { name: memberTexts.login }).fill("new@example.com");
        await box(page, memberTexts.name).fill("Nia New");
      },
      send: (page) => button(page.getByRole("dialog"), memberTexts.invite),
      isDirect: true,
    },
    {
      name: "project created",
      path: "new-project",
      fill: (page) => box(page, newProjectTexts.name).fill("Acme Bank"),
    },
    {
      name: "change undone",
      path: `${project}/activity?show=all`,
      fill: (page) =>
        page
          .getByRole("link", { name: /the name of the project|project name/i })
          .first()
          .click(),
      send: (page) => button(page, activityTexts.undo),
    },
  ];
}
