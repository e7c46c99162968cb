const notes = [
  { at: 0, pitch: 659 },
  { at: 0.11, pitch: 880 },
]

const lengthMs = 360

let audio: AudioContext | undefined
let playsUntil = 0

/** Plays two short tones, one chime at a time, unless the browser still blocks sound. */
export const chime = () => {
  if (navigator.userActivation?.hasBeenActive === false || performance.now() < playsUntil) return
  playsUntil = performance.now() + lengthMs
  try {
    audio ??= new AudioContext()
    if (audio.state === "suspended") void audio.resume().catch(() => {})
    for (const { at, pitch } of notes) {
      const start = audio.currentTime + at
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0, start)
      volume.gain.linearRampToValueAtTime(0.12, start + 0.012)
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.24)
      tone.connect(volume).connect(audio.destination)
      tone.start(start)
      tone.stop(start + 0.25)
    }
  } catch {}
}
