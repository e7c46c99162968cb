const region = "board-says"

/** Attributes of the page's live region. React does not manage its text. */
export const sayingRegion = { id: region, className: "visually-hidden", role: "status" } as const

/** Announces a text politely. */
export const say = (text: string) => {
  const element = document.getElementById(region)
  if (element) element.textContent = text
}
