import { type ReactNode, useState } from 'react';
import { Sheet } from './Sheet.tsx';

export interface TermProps {
  /** The word as it stands in the line. */
  children: ReactNode;
  /** The title of the sheet. */
  title: ReactNode;
  /** One sentence that says what it is. */
  sentence: ReactNode;
  /** An example in the reader's own numbers, often a `KeyValues`. */
  example?: ReactNode;
  closeLabel: string;
}

/** A word that explains itself: dots under it, a sheet behind it. */
export function Term({ children, title, sentence, example, closeLabel }: TermProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="fl-term"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={title} closeLabel={closeLabel}>
        <p className="text-secondary">{sentence}</p>
        {example && <div className="mt-3">{example}</div>}
      </Sheet>
    </>
  );
}
