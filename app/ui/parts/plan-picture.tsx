import { useEffect, useRef, useState } from "react"

const defaults = 6

/** The default picture of a plan, stable per plan. */
export const defaultPicture = (planId: number) => `/plan-pictures/${Math.abs(planId) % defaults}.svg`

type PlanPictureProps = { planId: number; url?: string | null; className?: string; width?: number; height?: number }

/** A plan's picture, or a default one if it is missing or fails to load. Decorative. */
export const PlanPicture = ({ planId, url, className, width = 145, height = 135 }: PlanPictureProps) => {
  const [failed, setFailed] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  const picture = url && url !== failed ? url : defaultPicture(planId)
  // A picture that failed before hydration raised its error without a listener.
  useEffect(() => {
    const { current } = image
    if (url && current?.complete && current.naturalWidth === 0) setFailed(url)
  }, [url])
  return (
    <img
      ref={image}
      className={className}
      src={picture}
      alt=""
      width={width}
      height={height}
      decoding="async"
      onError={() => setFailed(url ?? undefined)}
    />
  )
}
