/** The address whose account is a System Admin. */
export const systemAdmin = "system.admin@example.org"
