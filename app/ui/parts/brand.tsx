/** The logo: three lanes and one accent task. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <rect x="1" y="1" width="22" height="22" rx="6.5" fill="currentColor" />
    <g fill="var(--on-ink)">
      <rect x="5.5" y="6.2" width="7.2" height="2.7" rx="1.35" />
      <rect x="9.2" y="10.65" width="9.3" height="2.7" rx="1.35" />
      <rect x="5.5" y="15.1" width="5" height="2.7" rx="1.35" />
    </g>
    <rect x="15.3" y="15.1" width="3.2" height="2.7" rx="1.35" fill="var(--accent)" />
  </svg>
)
