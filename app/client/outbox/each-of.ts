import { isOwnTrouble } from "../api"

/** Does the work for each, also after one at which the server fails; then throws its error. Any other error ends it. */
export const eachOf = async <Each>(all: readonly Each[], work: (one: Each) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = []
  for (const one of all) {
    await work(one).catch((thrown: unknown) => {
      if (!isOwnTrouble(thrown)) throw thrown
      failures.push(thrown)
    })
  }
  if (failures.length > 0) throw failures[0]
}
