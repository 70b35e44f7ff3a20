/** `one` for 1, otherwise `many`, with the number in place of `#`. */
export function counted(count: number, one: string, many: string, locale: string): string {
  return (count === 1 ? one : many).replace("#", new Intl.NumberFormat(locale).format(count));
}
