import { cell } from "./cell"

const chosen = cell("local", "planOrder")

/** The order of My Plans that was chosen in this browser. */
export const planOrder = { read: () => chosen.read(), write: (order: string) => void chosen.write(order) }
