export function findDeno(): Promise<string>
export function onDeno(module: string, options?: { memoryMb?: string }): string[]
