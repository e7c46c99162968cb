/**
 * Environment of the product's processes. The allocator of glibc gives threads their own arenas, which retain what was
 * freed in them: with its default, a server that has been busy holds 60 MiB more than before. Elsewhere it has no effect.
 */
export const allocator = { MALLOC_ARENA_MAX: "2" }
