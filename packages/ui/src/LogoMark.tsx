import { useId } from 'react';

const LINE = 'M1.5 24.5C8 24.5 11.5 20.5 16 16S24.5 7.5 30.5 5.5';
const RING = 'M25.13,13.03A9.6 9.6 0 1 1 19.90,7.23';

export interface LogoMarkProps {
  /** Pixels. */
  size?: number;
}

/** A line through an open ring. */
export function LogoMark({ size = 28 }: LogoMarkProps) {
  const id = useId();
  return (
    <svg className="fl-logo-mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <mask id={id} maskUnits="userSpaceOnUse" x="0" y="0" width="32" height="32">
        <rect width="32" height="32" fill="#fff" />
        <path d={LINE} stroke="#000" strokeWidth="6.4" />
      </mask>
      <path data-ring="" mask={`url(#${id})`} d={RING} strokeWidth="4.2" />
      <path data-line="" d={LINE} strokeWidth="2.6" />
    </svg>
  );
}
