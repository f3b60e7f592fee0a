export interface AddressProps {
  /** A chain address or a hash. */
  value: string;
  className?: string | undefined;
}

/** Groups of four, first and last strong: what a person compares. Copied, it is one word. */
export function Address({ value, className }: AddressProps) {
  const groups = groupsOf(value);
  return (
    <p className={className ? `fl-address ${className}` : 'fl-address'}>
      {groups.map(({ text, at }) =>
        isEdge(at, value.length) ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
      )}
    </p>
  );
}

function groupsOf(value: string): { text: string; at: number }[] {
  const prefix = value.startsWith('0x') ? 2 : 0;
  const groups = prefix > 0 ? [{ text: value.slice(0, prefix), at: 0 }] : [];
  for (let at = prefix; at < value.length; at += 4) {
    groups.push({ text: value.slice(at, at + 4), at });
  }
  return groups;
}

/** The prefix, the first four and the last four or more. */
const isEdge = (at: number, length: number): boolean => at < 4 || at + 4 > length - 4;
