/** The arrow beside a rise or a fall. */
export function Triangle({ tone }: { tone: 'rise' | 'fall' }) {
  return (
    <svg className="fl-tri" viewBox="0 0 8 8" aria-hidden="true">
      <path d={tone === 'rise' ? 'M4 1.2L7.4 6.8H.6z' : 'M4 6.8L.6 1.2h6.8z'} />
    </svg>
  );
}
