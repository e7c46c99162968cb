export const lessMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches

/** `--t-move` of the tokens, ms. */
export const moveTime = () => (lessMotion() ? 0 : 250)
