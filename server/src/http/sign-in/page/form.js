/** A form that asks the server: one request at a time, what is refused beside its field, and nothing typed is lost. */
import { Refusal } from "./ask.js";

/** Milliseconds after which somebody wonders whether anything happens. */
const soon = 3_000;

/**
 * Has `form` call `work` with its values when it is sent. `work` throws what the server refused.
 * `tell` says a sentence aloud without moving the focus.
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

/** A button of `form` that is not the one that sends it. Its refusals are shown in the same place. */
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

/** Takes back what was said of an earlier try. */
export function clear(form) {
  for (const field of form.querySelectorAll("input")) {
    field.removeAttribute("aria-invalid");
    const message = messageOf(field);
    if (message) message.textContent = "";
  }
  form.querySelector(".refusal").textContent = "";
}

/** The fields stay as they are, and can be read: a disabled one would lose the focus. */
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
    form.querySelector(".refusal").textContent = "Something went wrong on this page. Reload it.";
    throw error;
  }
  const elsewhere = error.problems.filter(({ path, detail }) => !showBeside(form.elements.namedItem(path), detail));
  const texts = error.problems.length === 0 ? [error.message] : elsewhere.map(({ path, detail }) => `${path} ${detail}`.trim());
  form.querySelector(".refusal").textContent = texts.join(". ");
  const first = form.querySelector('input[aria-invalid="true"]') ?? form.querySelector('input[type="password"]');
  first?.focus();
  if (first?.type === "password") first.select();
}

/** False: the form shows no such field. */
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
