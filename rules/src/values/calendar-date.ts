/** Days since 1970-01-01. */
export type DayNumber = number;

/** @param month 1 to 12; a day past the end of the month runs into the next */
export function dayNumber(year: number, month: number, day: number): DayNumber {
  // Years counted from March end with the leap day, and every era of 400 years has the same length.
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

interface CalendarDate {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
}

export function calendarDate(number: DayNumber): CalendarDate {
  const days = number + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1 };
}

/** 0 is Monday. */
export function weekdayOf(number: DayNumber): number {
  // 1970-01-01 was a Thursday.
  return (((number + 3) % 7) + 7) % 7;
}

/** 28 to 31. */
export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** The date of a wall-clock time or of a date alone, as both are written: `2026-12-06T02:00`, `2026-12-06`. */
export function dateOf(wall: string): DayNumber {
  return dayNumber(Number(wall.slice(0, 4)), Number(wall.slice(5, 7)), Number(wall.slice(8, 10)));
}

/** `2026-12-06` */
export function printDate(number: DayNumber): string {
  const { year, month, day } = calendarDate(number);
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** Days since 1970-01-01 of `2026-12-06`, or null where that is no date of 1970 to 9997. Never throws. */
export function parseDate(text: string): DayNumber | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  const isReal = year >= 1970 && year <= 9997 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return isReal ? dayNumber(year, month, day) : null;
}
