import { disguisedHost } from "~/rules/link-host"

type LinkTextProps = { text: string; href: string }

/** A link's text, with its host where the text looks like another address. */
export const LinkText = ({ text, href }: LinkTextProps) => (
  <>
    {text}
    <LinkHost text={text} href={href} />
  </>
)

export const LinkHost = ({ text, href }: LinkTextProps) => {
  const host = disguisedHost(text, href)
  return host === undefined ? null : <bdi> ({host})</bdi>
}
