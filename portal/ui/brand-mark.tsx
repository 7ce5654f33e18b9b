import type { SVGProps } from 'react';

/** The mark: a rig on a guide sign, over the centre line. */
export function BrandMark(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false" {...props}>
      <rect width="64" height="64" rx="14" fill="var(--sign)" />
      <rect
        x="4.5"
        y="4.5"
        width="55"
        height="55"
        rx="10"
        fill="none"
        stroke="var(--on-sign)"
        strokeWidth="2"
      />
      <path d="M12 40V27a4 4 0 0 1 4-4h26c2 0 3.6.9 4.7 2.500L53 35v5Z" fill="var(--on-sign)" />
      <path d="M38 28h4.500l4.5 7H38Z" fill="var(--sign)" />
      <rect x="18" y="28" width="13" height="6" rx="1.5" fill="var(--sign)" />
      <g fill="var(--stripe)" stroke="var(--sign)" strokeWidth="2.5">
        <circle cx="21" cy="41" r="5" />
        <circle cx="44" cy="41" r="5" />
      </g>
      <path d="M12 51h9m6 0h9m6 0h9" stroke="var(--stripe)" strokeWidth="2.5" />
    </svg>
  );
}
