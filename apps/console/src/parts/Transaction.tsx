import { Address } from '@fairlead/ui';
import { sharedTexts } from '../texts/shared.ts';
import { CopyButton } from './CopyButton.tsx';

/** A transaction's id in groups of four, to be compared and copied. */
export function Transaction({ id }: { id: string }) {
  return (
    <>
      <div className="mt-3 flex items-center justify-between">
        <span className="text-12 text-muted">{sharedTexts.transaction}</span>
        <CopyButton text={id} />
      </div>
      <Address value={id} className="con-tx" />
    </>
  );
}
