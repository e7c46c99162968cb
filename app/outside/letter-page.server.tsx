// renderLetter(letter): a letter as a page for mail clients, and the same as text.
import { Body } from "@react-email/body"
import { Button } from "@react-email/button"
import { Container } from "@react-email/container"
import { Head } from "@react-email/head"
import { Heading } from "@react-email/heading"
import { Html } from "@react-email/html"
import { Link } from "@react-email/link"
import { render, toPlainText } from "@react-email/render"
import { Text } from "@react-email/text"
import { Children, type CSSProperties, type ReactElement } from "react"
import { inForce } from "~/contract/shared/language/in-force"
import { directionOf, type Tag } from "~/contract/shared/language/language"
import { localized } from "~/contract/shared/language/localized"

/** What every letter says. */
export const letterTexts = localized("letterTexts", {
  openAddress: "If the button does not work, open this address:",
})

export type LetterList = { label: string; lines: { text: string; href?: string }[] }
export type LetterSection = { heading?: string; href?: string; lists: LetterList[] }

export type Letter = {
  heading: string
  paragraphs: string[]
  sections?: LetterSection[]
  /** A code to type elsewhere; `first`: above the button. */
  code?: { text: string; code: string; first: boolean }
  button: { label: string; href: string }
  /** Small print below the button. */
  remarks: string[]
  links?: { text: string; href: string }[]
}

export const renderLetter = async (letter: Letter) => {
  const html = await render(<LetterPage {...letter} tag={inForce().tag} />)
  return { html, text: `${toPlainText(html, asText)}\n\n-- \nLaneway` }
}

/** Headings as they are typed, addresses bare, and no line broken: a broken address can't be followed. */
const asText = {
  wordwrap: false as const,
  selectors: [
    { selector: ".not-in-text", format: "skip" },
    ...["h1", "h2"].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: "ul", options: { itemPrefix: "- " } },
    { selector: "a", options: { linkBrackets: false as const, hideLinkHrefIfSameAsText: true } },
  ],
}

// Mail clients reliably apply inline styles only; those with a dark scheme also read the style sheet.
const dark = `:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page td { background-color: #0c0d10 !important; } .card, .card td { background-color: #1c1e22 !important; }
  .ink { color: #ebedef !important; } .quiet { color: #a0a4ac !important; } .quiet a, .link { color: #97bbfb !important; }
  .button { background-color: #ebedef !important; color: #0c0d10 !important; }
}`

const styles = {
  page: {
    margin: 0,
    padding: "32px 16px",
    backgroundColor: "#f2f3f5",
    fontFamily: "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  },
  // A word longer than a line must not widen the page.
  card: { maxWidth: 480, padding: 32, backgroundColor: "#ffffff", borderRadius: 12, wordBreak: "break-word" },
  product: { margin: "0 0 24px", fontSize: 14, fontWeight: 700, color: "#15181e" },
  heading: { margin: "0 0 12px", fontSize: 20, lineHeight: 1.3, fontWeight: 600, color: "#15181e" },
  section: { margin: "24px 0 4px", fontSize: 16, lineHeight: 1.3, fontWeight: 600, color: "#15181e" },
  paragraph: { margin: "0 0 12px", fontSize: 14, lineHeight: 1.5, color: "#15181e" },
  list: { margin: "0 0 12px", padding: "0 0 0 18px", fontSize: 14, lineHeight: 1.5, color: "#15181e" },
  line: { margin: "0 0 4px" },
  link: { color: "#154fc3", textDecoration: "none" },
  // Color alone does not distinguish it from the words around it.
  inText: { color: "#154fc3", textDecoration: "underline" },
  button: {
    margin: "24px 0",
    padding: "12px 24px",
    backgroundColor: "#15181e",
    color: "#ffffff",
    borderRadius: 8,
    fontSize: 14,
    fontWeight: 600,
  },
  code: {
    margin: "0 0 16px",
    fontSize: 28,
    lineHeight: 1.3,
    fontWeight: 600,
    letterSpacing: "0.12em",
    color: "#15181e",
  },
  small: { margin: "0 0 8px", fontSize: 12, lineHeight: 1.5, color: "#636870" },
} satisfies Record<string, CSSProperties>

const LetterPage = ({
  tag,
  heading,
  paragraphs,
  sections = [],
  code,
  button,
  remarks,
  links = [],
}: Letter & { tag: Tag }) => (
  <Html lang={tag} dir={directionOf(tag)}>
    <Head>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{heading}</title>
      <style>{dark}</style>
    </Head>
    <Body className="page" style={styles.page}>
      <Container className="card" style={styles.card}>
        <Text className="ink not-in-text" style={styles.product}>
          Laneway
        </Text>
        <Heading as="h1" className="ink" style={styles.heading}>
          {heading}
        </Heading>
        {inOrder(paragraphs, (text) => (
          <Text className="ink" style={styles.paragraph}>
            {text}
          </Text>
        ))}
        {inOrder(sections, (section) => (
          <Section {...section} />
        ))}
        {code?.first && <Code {...code} />}
        <Button className="button" href={button.href} style={styles.button}>
          {button.label}
        </Button>
        {code && !code.first && <Code {...code} />}
        {inOrder(remarks, (text) => (
          <Text className="quiet" style={styles.small}>
            {text}
          </Text>
        ))}
        <Text className="quiet not-in-text" style={{ ...styles.small, margin: "16px 0 0", wordBreak: "break-all" }}>
          {letterTexts.openAddress}{" "}
          <Link href={button.href} style={styles.inText}>
            {button.href}
          </Link>
        </Text>
        {inOrder(links, (link) => (
          <Text className="quiet" style={{ ...styles.small, margin: "8px 0 0" }}>
            <Linked {...link} />
          </Text>
        ))}
      </Container>
    </Body>
  </Html>
)

const Code = ({ text, code }: NonNullable<Letter["code"]>) => (
  <>
    <Text className="ink" style={styles.paragraph}>
      {text}
    </Text>
    <Text className="ink" style={styles.code}>
      {code}
    </Text>
  </>
)

const Section = ({ heading, href, lists }: LetterSection) => (
  <>
    {heading && (
      <Heading as="h2" className="ink" style={styles.section}>
        <Linked text={heading} href={href} />
      </Heading>
    )}
    {inOrder(lists, ({ label, lines }) => (
      <>
        {label && (
          <Text className="quiet" style={{ ...styles.small, margin: "12px 0 4px", fontWeight: 600 }}>
            {label}
          </Text>
        )}
        <ul className="ink" style={styles.list}>
          {inOrder(lines, (line) => (
            <li style={styles.line}>
              <Linked {...line} />
            </li>
          ))}
        </ul>
      </>
    ))}
  </>
)

const Linked = ({ text, href }: { text: string; href?: string | undefined }) =>
  href ? (
    <Link className="link" href={href} style={styles.link}>
      {text}
    </Link>
  ) : (
    text
  )

const inOrder = <Part,>(parts: Part[], element: (part: Part) => ReactElement) => Children.toArray(parts.map(element))
