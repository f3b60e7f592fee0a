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
      <span className="truncate">{name}</span>
    </span>
  );
}

export interface LogoMarkProps {
  /** Pixels. */
  size?: number;
}

/** The brand's mark. */
export function LogoMark({ size = 28 }: LogoMarkProps) {
  return <span className="fl-logo-mark" style={{ width: size, height: size }} aria-hidden="true" />;
}
