/** Confetti for a completed action: 500 particles for two seconds, some in the goal's colour; none with reduced motion. */
export const celebrate = async (color = "#1f5ed9") => {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return
  const { default: confetti } = await import("canvas-confetti")
  // The library's worker is a blob, which the page's policy refuses.
  const fire = confetti.create(undefined, { resize: true, useWorker: false, disableForReducedMotion: true })
  const colors = [color, color, "#1f5ed9", "#00855a", "#cc4b2e", "#a8660a"]
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
