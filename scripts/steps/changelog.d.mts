export const notesOf: (version: string, text: string) => string
