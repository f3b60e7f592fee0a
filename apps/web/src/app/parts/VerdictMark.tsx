export interface VerdictMarkProps {
  state: 'checking' | 'verified' | 'unchecked' | 'mismatch';
}

const TONES = {
  checking: 'text-brand',
  verified: 'text-good',
  unchecked: 'text-warn',
  mismatch: 'text-bad',
};

/** The ring of the logo with what came of the check in it. */
export function VerdictMark({ state }: VerdictMarkProps) {
  if (state === 'checking')
    return (
      <span className="grid size-11 flex-none place-items-center text-brand" aria-hidden="true">
        <span className="fl-spinner block" style={{ width: 36, height: 36, borderWidth: 3 }} />
      </span>
    );
  return (
    <svg
      viewBox="0 0 44 44"
      width="44"
      height="44"
      aria-hidden="true"
      className={TONES[state]}
      fill="none"
      stroke="currentColor"
      strokeWidth="3.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {state === 'verified' ? (
        <path d="M37.6 13A18 18 0 1 1 28 5M13 22.5l6.5 6.5L38 8.5" />
      ) : (
        <circle cx="22" cy="22" r="18" />
      )}
      {state === 'mismatch' && <path d="M15.5 15.5l13 13M28.5 15.5l-13 13" />}
      {state === 'unchecked' && <path d="M22 12.5v11M22 30.5v.01" />}
    </svg>
  );
}
