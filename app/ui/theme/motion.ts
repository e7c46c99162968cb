export const lessMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches

/** The token `--t-move`, ms. */
export const moveTime = () => (lessMotion() ? 0 : 250)

/** The token `--t-goal`, ms. */
export const goalTime = () => (lessMotion() ? 0 : 350)
