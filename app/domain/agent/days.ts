const day = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
})

/** A due date in full: "Tuesday, 24 November 2026". It is midnight UTC of its day, whatever the reader's time zone. */
export const longDay = (iso: string): string => day.format(new Date(iso))
