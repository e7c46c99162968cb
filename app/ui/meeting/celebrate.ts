import { goalPalette } from "~/rules/goal-palette"
/** Confetti: 500 particles for two seconds, by default in all colours of goals; none with reduced motion. */
export const celebrate = async (colors: string[] = goalPalette.map(({ hex }) => hex)) => {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return
  const { default: confetti } = await import("canvas-confetti")
  // The library's worker is a blob, which the page's policy refuses.
  const fire = confetti.create(undefined, { resize: true, useWorker: false, disableForReducedMotion: true })
  const side = (x: number, angle: number) =>
    fire({
      particleCount: 250,
      spread: 75,
      startVelocity: 52,
      ticks: 120,
      origin: { x, y: 0.72 },
      angle,
      colors,
      zIndex: 90,
    })
  side(0.2, 62)
  side(0.8, 118)
  setTimeout(() => fire.reset(), 2_000)
}
