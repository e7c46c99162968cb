/** A date in full, in the reader's time zone: "Tuesday, 24 November 2026". */
export const longDay = (iso: string, timeZone?: string | null): string =>
  new Intl.DateTimeFormat("en-GB", {
    ...{ weekday: "long", day: "numeric", month: "long", year: "numeric" },
    timeZone: timeZone ?? "UTC",
  }).format(new Date(iso))
