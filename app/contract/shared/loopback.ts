/** Whether a host name or IP address, as configured, from a URL or from a socket, is this machine's own. */
export const isLoopback = (host: string) => /^(localhost|\[?::1\]?|(::ffff:)?127(\.\d{1,3}){3})$/.test(host)
