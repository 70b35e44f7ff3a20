/** Forms that send one request at a time, show each problem next to its field, and keep the input. */
import { Refusal } from "./ask.js";

/** Milliseconds after which users wonder whether the form was sent. */
const soon = 3_000;

/**
 * Calls `work` with the values of `form` when it is submitted. `work` throws the server's refusal.
 * `tell` announces a sentence to screen readers without moving the focus.
 */
export function onSend(form, work, tell) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await whileBusy(form, tell, async () => {
      clear(form);
      try {
        await work(Object.fromEntries(new FormData(form)));
      } catch (error) {
        show(form, error);
      }
    });
  });
}

/** Calls `work` for a button of `form` other than its submit button, and shows refusals in the same place. */
export function onPress(button, form, work, tell) {
  button.addEventListener("click", () =>
    whileBusy(form, tell, async () => {
      clear(form);
      try {
        await work();
      } catch (error) {
        show(form, error);
      }
    }),
  );
}

/** Removes the messages of an earlier attempt. */
export function clear(form) {
  for (const field of form.querySelectorAll("input")) {
    field.removeAttribute("aria-invalid");
    const message = messageOf(field);
    if (message) message.textContent = "";
  }
  form.querySelector(".refusal").textContent = "";
}

/** The fields stay enabled: a disabled field would lose the focus. */
async function whileBusy(form, tell, work) {
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  const late = setTimeout(() => tell("Still waiting for the server…"), soon);
  try {
    await work();
  } finally {
    clearTimeout(late);
    tell("");
    form.removeAttribute("aria-busy");
  }
}

function show(form, error) {
  if (!(error instanceof Refusal)) {
    form.querySelector(".refusal").textContent = "Something went wrong on this page. Reload it and try again.";
    throw error;
  }
  const elsewhere = error.problems.filter(({ path, detail }) => !showBeside(form.elements.namedItem(path), detail));
  const texts = error.problems.length === 0 ? [error.message] : elsewhere.map(({ path, detail }) => `${path} ${detail}`.trim());
  form.querySelector(".refusal").textContent = texts.join(". ");
  const first = form.querySelector('input[aria-invalid="true"]') ?? form.querySelector('input[type="password"]');
  first?.focus();
  if (first?.type === "password") first.select();
}

/** Returns false if the form shows no such field. */
function showBeside(field, detail) {
  const message = field instanceof HTMLInputElement && !field.closest("[hidden]") ? messageOf(field) : null;
  if (!message) return false;
  field.setAttribute("aria-invalid", "true");
  message.textContent = `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
  return true;
}

function messageOf(field) {
  return document.getElementById(`${field.id}-problem`);
}
