// millisecondAtEachLook(): a clock for work that ends itself after a time. It advances by a millisecond each time it is read, so how
// often that was, which the returned function tells, bounds the work alike on every machine. Until the test ends.
import { onTestFinished, vi } from "vitest"

export const millisecondAtEachLook = () => {
  let looks = 0
  const look = () => ++looks
  const clocks = [vi.spyOn(Date, "now").mockImplementation(look), vi.spyOn(performance, "now").mockImplementation(look)]
  onTestFinished(() => {
    for (const clock of clocks) clock.mockRestore()
  })
  return () => looks
}
