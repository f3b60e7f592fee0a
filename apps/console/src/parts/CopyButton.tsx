import { Button, toast } from '@fairlead/ui';
import { sharedTexts } from '../texts/shared.ts';

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
