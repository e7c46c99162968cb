import clsx from "clsx"
import { type ComponentProps, forwardRef } from "react"
import { Spinner } from "~/ui/parts/loading"

type Variant = "plain" | "primary" | "accent" | "danger" | "danger-outline" | "success-outline" | "ghost"

type ButtonProps = ComponentProps<"button"> & {
  variant?: Variant
  size?: "small" | "medium" | "large"
  /** Shows a spinner and ignores presses, but stays focusable. */
  busy?: boolean
}

export const buttonClass = (variant: Variant = "plain", size: "small" | "medium" | "large" = "medium") =>
  clsx("button", variant !== "plain" && variant, size !== "medium" && size)

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, busy = false, className, children, onClick, type = "button", "aria-disabled": off = false, ...rest },
  ref,
) {
  const idle = busy || off === true
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={clsx(buttonClass(variant, size), busy && "busy", className)}
      aria-busy={busy || undefined}
      aria-disabled={idle || undefined}
      onClick={idle ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
})

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "title"> & {
  label: string
  small?: boolean
  /** The tooltip: the label, another text, which is also the description, or none. */
  tip?: string | null
}

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, small = false, tip = label, className, type = "button", ...rest },
  ref,
) {
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      aria-label={label}
      aria-description={tip && tip !== label ? tip : undefined}
      data-tip={tip ?? undefined}
      className={clsx("icon-button", small && "small", className)}
    />
  )
})
