import type { PhotoField } from './model.ts';

const PATHS: Readonly<Record<PhotoField, string>> = {
  front_photo:
    'M1 1h54v34H1zM10 22a5 5 0 0 1 10 0M15 9a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM28 11h20M28 18h20M28 25h12',
  back_photo: 'M1 1h54v34H1zM1 8h54M8 16h28M8 22h18M8 29h40M44 14h5v5h-5z',
  holding_photo:
    'M20 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4 35c1.5-8 8-12 16-12 4 0 7.5 1 10.5 3M33 17h21v15H33zM38 24h11M38 28h6',
};

/** What belongs into the frame, as a line drawing of 56 × 36. */
export function DocumentArt({ field }: { field: PhotoField }) {
  return (
    <svg viewBox="0 0 56 36" width="56" height="36" aria-hidden="true" className="text-muted">
      <path
        d={PATHS[field]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
