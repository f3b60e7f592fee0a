import type { CSSProperties } from 'react';

const paths: Readonly<Record<string, string>> = {
  ADA: 'M12 5l-5 13.5M12 5l5 13.5M6 11h12M5.5 14.5h13',
  BNB: 'M12 4.5l3 3-3 3-3-3zM12 13.5l3 3-3 3-3-3zM6.5 9.5l2.5 2.5-2.5 2.5L4 12zM17.5 9.5L20 12l-2.5 2.5L15 12z',
  BTC: 'M8.5 6.5h4.2a2.6 2.6 0 0 1 0 5.2H8.5zM8.5 11.7h4.9a2.9 2.9 0 0 1 0 5.8H8.5zM8.5 6.5v11M10.5 4.5v2M13 4.5v2M10.5 17.5v2M13 17.5v2',
  DOGE: 'M9 6h3a6 6 0 0 1 0 12H9zM6.5 12h6',
  ETH: 'M12 3.5l5.2 8.7L12 15.3l-5.2-3.1zM6.8 14.3l5.2 6.2 5.2-6.2-5.2 3z',
  LTC: 'M11 5l-2.8 12.5h9M7 14l8-3.5',
  SOL: 'M8 6.5h10.5l-2.5 2.7H5.5zM5.5 10.7H16l2.5 2.7H8zM8 14.9h10.5L16 17.6H5.5z',
  TRX: 'M5 6l13 2.5L12 19zM5 6l7 5.5 6-3M12 11.5V19',
  USDT: 'M6.5 6h11M12 6v12.5M5.5 11c0 1.2 2.9 2 6.5 2s6.5-.8 6.5-2-2.9-2-6.5-2-6.5.8-6.5 2z',
  XRP: 'M6 5.5c2 3 4 4.3 6 4.3s4-1.3 6-4.3M6 18.5c2-3 4-4.3 6-4.3s4 1.3 6 4.3',
};

const spareHues = ['--viz-1', '--viz-2', '--viz-3', '--viz-4', '--ma-1', '--ma-3'] as const;

/** One of six hues, always the same for a code. */
function spareHue(code: string): string {
  let sum = 0;
  for (const letter of code) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return spareHues[sum % spareHues.length] ?? '--viz-1';
}

export interface CoinMarkProps {
  /** The currency's code; letters for those that are not drawn. */
  code: string;
  /** Pixels. */
  size?: number;
}

/** A round mark in the coin's hue; decoration, the code stands beside it. */
export function CoinMark({ code, size = 36 }: CoinMarkProps) {
  const name = code.toUpperCase();
  const path = paths[name];
  const hue = path === undefined ? spareHue(name) : `--coin-${name.toLowerCase()}`;
  const style = { width: size, height: size, '--hue': `var(${hue})` } as CSSProperties;
  if (path === undefined) {
    const letters = name.slice(0, 1);
    return (
      <span
        className="fl-coin"
        style={{ ...style, fontSize: Math.round(size * 0.42) }}
        aria-hidden="true"
      >
        {letters}
      </span>
    );
  }
  return (
    <span className="fl-coin" style={style} aria-hidden="true">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </span>
  );
}
