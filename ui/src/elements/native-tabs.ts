/** Fields of dates and times have several stops of the Tab key, and the browser alone knows which one is the last. */
const fields = 'input:is([type="date"], [type="datetime-local"], [type="month"], [type="time"], [type="week"])';

/**
 * Leaves the Tab key in these fields to the browser. Mantine's focus trap looks a moment later where the focus went, and takes it back
 * from a user who has gone on since: what is typed then ends up in another field. No dialog begins or ends with such a field.
 */
export function keepNativeTabs(body: HTMLElement): void {
  body.addEventListener("keydown", (event) => {
    // The trap listens on the document.
    if (event.key === "Tab" && event.target instanceof Element && event.target.matches(fields)) event.stopPropagation();
  });
}
