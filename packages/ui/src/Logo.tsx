import { LogoMark } from './LogoMark.tsx';

export interface LogoProps {
  /** The name of this exchange. */
  name: string;
  size?: number;
}

/** The mark with the name. */
export function Logo({ name, size = 28 }: LogoProps) {
  return (
    <span className="fl-logo">
      <LogoMark size={size} />
      {name}
    </span>
  );
}
