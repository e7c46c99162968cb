/** Who signs in under this address is a System Admin. */
export const systemAdmin = "system.admin@example.org"
