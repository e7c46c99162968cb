// 5xx answers of the product as a process: each fails the test in which it occurs. Without vitest, so that browser tests
// and the bench can start the product too.
const faults: string[] = []
let expected: RegExp | undefined

/** `503 POST /api/Task: …` */
export const addServerFault = (fault: string) => {
  faults.push(fault)
}

/** In this test, matching answers may occur: the process is killed, or has more to do than it takes. */
export const mayFail = (pattern: RegExp) => {
  expected = pattern
}

/** The unexpected ones of the test that ends. */
export const takeServerFaults = () => {
  const pattern = expected
  expected = undefined
  return faults.splice(0).filter((fault) => !pattern?.test(fault))
}
