export const lessMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches

/** The token `--t-move`, ms. */
export const moveTime = () => (lessMotion() ? 0 : 250)
