import { useMemo } from 'react';
import { encode } from 'uqr';

export interface QrCodeProps {
  /** What a camera reads out of it. */
  text: string;
  /** What it is, for those who cannot see it. */
  label: string;
  className?: string | undefined;
}

/** The dark squares as one path; runs of a row are one rectangle each. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue;
      const from = x;
      while (row[x + 1] === true) x += 1;
      path += `M${from} ${y}h${x + 1 - from}v1H${from}z`;
    }
  }
  return path;
}

/** A QR code, dark on white in both themes, with the quiet border that cameras need. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { data, size: sizeWithBorder } = encode(text, { ecc: 'M', border: 2 });
    return { size: sizeWithBorder, path: pathOf(data) };
  }, [text]);
  return (
    <svg
      className={`rounded-12 bg-qr-paper text-qr-ink ${className ?? 'size-40'}`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
