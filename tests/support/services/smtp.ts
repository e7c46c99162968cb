// openSmtp(): a real SMTP server on loopback.
import { SMTPServer } from "smtp-server"

export type Received = { to: string; text: string; id: string }

export type Smtp = Awaited<ReturnType<typeof openSmtp>>

type SmtpOptions = {
  /** An error for a recipient; undefined accepts it. */
  refuse?: (address: string) => { responseCode: number } | undefined
  /** Waited for before a mail is accepted. */
  hold?: (address: string) => Promise<unknown> | undefined
  /** Waited for before the greeting. */
  greet?: () => Promise<unknown>
  port?: number
}

export const openSmtp = async ({ refuse = () => undefined, hold, greet, port = 0 }: SmtpOptions = {}) => {
  const received: Received[] = []
  /** By Message-ID: as large providers do, it drops a mail that it has. */
  const mailbox = new Map<string, Received>()
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    // Clients keep connections open.
    closeTimeout: 50,
    onConnect: (_session, answer) => void (greet?.() ?? Promise.resolve()).then(() => answer()),
    onRcptTo: ({ address }, _session, answer) => {
      const error = refuse(address)
      answer(error && Object.assign(new Error(`refused ${error.responseCode}`), error))
    },
    onData: (stream, session, answer) => {
      let text = ""
      stream.on("data", (chunk: Buffer) => {
        text += chunk
      })
      stream.on("end", async () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        const mail = { to, text, id: /^Message-ID: (.+)\r$/im.exec(text)?.[1] ?? "" }
        received.push(mail)
        if (!mailbox.has(mail.id)) mailbox.set(mail.id, mail)
        await hold?.(to)
        answer()
      })
    },
  })
  // Connections of a client that is gone.
  server.on("error", () => {})
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const at = (server.server.address() as { port: number }).port
  return {
    url: `smtp://127.0.0.1:${at}`,
    port: at,
    received,
    mailbox,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
