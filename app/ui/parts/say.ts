const region = "board-says"

/** Attributes of the one line that screen readers listen to. React leaves its text alone. */
export const sayingRegion = { id: region, className: "vh", role: "status" } as const

/** Says something politely. */
export const say = (text: string) => {
  const element = document.getElementById(region)
  if (element) element.textContent = text
}
