/** Files and folders of which the build is made. */
export const sources: string[]

export function build(): Promise<void>
