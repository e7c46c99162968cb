export function findDeno(): Promise<string>
export function prepareOnDeno(file: string, module: string): void
export function onDeno(module: string, options?: { memoryMb?: string }): string[]
