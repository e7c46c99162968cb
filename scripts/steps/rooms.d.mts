export const uiRooms: string[]
export const uiReaches: string[]
export const folders: string[]
export const walls: Record<string, { reaches: string[]; modules?: string[]; node?: boolean; isNested?: boolean }>

export function withWalls(text: string): string
