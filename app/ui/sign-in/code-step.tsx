import { Button } from "~/ui/parts/button"
import { Banner } from "~/ui/sign-in/banner"
import { SignInCode } from "~/ui/sign-in/sign-in-code"
import { login } from "~/ui/sign-in/texts"

type CodeStepProps = {
  email: string
  /** The number of the requested mail. */
  mail: number
  lasts: number
  dead: boolean
  /** Why no new mail was sent. */
  problem?: string
  secondsLeft: number
  sending: boolean
  onDead(): void
  onAgain(): void
  /** Undefined where the address is fixed. */
  onOther?: (() => void) | undefined
}

/** In an installed app a link would open the browser, so the code is the way in. */
export const CodeStep = ({
  email,
  mail,
  lasts,
  dead,
  problem,
  secondsLeft,
  sending,
  onDead,
  onAgain,
  onOther,
}: CodeStepProps) => {
  const other = onOther && (
    <button type="button" className="login-link fine" onClick={onOther}>
      {login.otherAddress}
    </button>
  )
  const failed = problem && <Banner kind="bad">{problem}</Banner>
  if (dead) {
    return (
      <div className="login-code flow">
        <div aria-live="polite">
          <Banner kind="bad">{login.codeDead}</Banner>
        </div>
        {failed}
        <Button
          size="large"
          variant={secondsLeft > 0 ? "plain" : "primary"}
          className={secondsLeft > 0 ? "numeric" : undefined}
          busy={sending}
          disabled={secondsLeft > 0}
          onClick={onAgain}
        >
          {secondsLeft > 0 ? login.newCodeIn(secondsLeft) : login.newCode}
        </Button>
        <div className="login-code-more">{other}</div>
      </div>
    )
  }
  return (
    <>
      <p className="secondary login-code-sent breaks">{login.codeSent(email)}</p>
      {failed}
      <SignInCode key={mail} email={email} lasts={lasts} focused onDead={onDead}>
        {(busy) => (
          <>
            <Button type="submit" size="large" variant="primary" busy={busy}>
              {login.signIn}
            </Button>
            <div className="login-code-more">
              {other}
              <span className="grow" />
              {secondsLeft > 0 ? (
                <span className="hint numeric">{login.newCodeIn(secondsLeft)}</span>
              ) : (
                <button type="button" className="login-link fine" disabled={sending} onClick={onAgain}>
                  {login.newCode}
                </button>
              )}
            </div>
          </>
        )}
      </SignInCode>
    </>
  )
}
