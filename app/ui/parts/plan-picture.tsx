import { useEffect, useRef, useState } from "react"

const defaults = 6

/** One of the pictures that come with the product, always the same for a plan. */
export const defaultPicture = (planId: number) => `/plan-pictures/${Math.abs(planId) % defaults}.svg`

type PlanPictureProps = { planId: number; url?: string | null; className?: string; width?: number; height?: number }

/** A plan's picture, or a default one where there is none or it cannot be loaded. Decoration beside the name. */
export const PlanPicture = ({ planId, url, className, width = 145, height = 135 }: PlanPictureProps) => {
  const [failed, setFailed] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  const picture = url && url !== failed ? url : defaultPicture(planId)
  // A picture that failed before React took over raised its error with nobody listening.
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
