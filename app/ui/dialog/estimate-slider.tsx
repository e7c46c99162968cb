import { useEffect, useState } from "react"
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from "react-aria-components"
import "./estimate-slider.css"

type EstimateSliderProps = {
  label: string
  hint: string
  value: number
  max: number
  readOnly: boolean
  save(value: number): void
}

/** A slider for an integer from 0, saved on release. Without a thumb for a completed action. */
export const EstimateSlider = ({ label, hint, value, max, readOnly, save }: EstimateSliderProps) => {
  const [shown, setShown] = useState(value)
  useEffect(() => setShown(value), [value])
  return (
    <Slider
      className={readOnly ? "slider fixed" : "slider"}
      minValue={0}
      maxValue={max}
      step={1}
      value={shown}
      isDisabled={readOnly}
      onChange={setShown}
      onChangeEnd={(next) => {
        if (next !== value) save(next)
      }}
    >
      <Label className="slider-label">{label}</Label>
      <span className="slider-hint">{hint}</span>
      <SliderTrack className="slider-track">
        <span className="slider-fill" style={{ width: `${(shown / max) * 100}%` }} />
        <SliderThumb className="slider-thumb" />
      </SliderTrack>
      <SliderOutput className="slider-value" />
    </Slider>
  )
}
