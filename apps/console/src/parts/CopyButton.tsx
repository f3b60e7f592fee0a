import { Address, Button, toast } from '@fairlead/ui';
import { sharedTexts } from './texts.ts';

/** Copies a text and says so. */
export function CopyButton({ text, label = sharedTexts.copy }: { text: string; label?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ text: sharedTexts.copied });
    } catch {
      // A browser that refuses leaves the text to be marked by hand.
    }
  };
  return (
    <Button variant="text" size={36} className="con-inline" onClick={copy}>
      {label}
    </Button>
  );
}

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
