/** A due date in full: "Tuesday, 24 November 2026". It is midnight UTC of its day, whatever the reader's time zone. */
export const longDay = (iso: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    ...{ weekday: "long", day: "numeric", month: "long", year: "numeric" },
    timeZone: "UTC",
  }).format(new Date(iso))
