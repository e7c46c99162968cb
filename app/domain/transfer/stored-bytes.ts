/** Bytes in storage that belong to no file yet. */
export type StoredBytes = { uniqueName: string; thumbnailName: string | null; mimeType: string }
export type Bytes = StoredBytes & { name: string; size: number }
