import { toast } from '@fairlead/ui';
import { errorText } from './calls/error-text.ts';

export type ShareOutcome = 'shared' | 'copied' | 'failed';

/** Hands an address, the page's own unless told, to the system, or copies it where there is no way to share. */
export async function shareLink(
  text: string,
  url: string = window.location.href,
): Promise<ShareOutcome> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ text, url });
      return 'shared';
    } catch (error) {
      // Dismissing the system's sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}

interface SharedText {
  readonly filename: string;
  readonly text: string;
}

/** Hands a text to the system's share sheet: as a file where it takes files, else as text. */
export async function shareText({ filename, text }: SharedText): Promise<'shared' | 'unsupported'> {
  if (typeof navigator.share !== 'function') return 'unsupported';
  const files = [new File([text], filename, { type: 'text/plain' })];
  try {
    await navigator.share(navigator.canShare?.({ files }) === true ? { files } : { text });
    return 'shared';
  } catch (error) {
    // Dismissing the sheet is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    return 'unsupported';
  }
}

/** Whether the system has somewhere to send a file to. */
export const canShare = (file: File): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });

/** Hands it to the system; a sheet that is dismissed is no failure. */
export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ kind: 'bad', text: errorText(error) });
  }
}
