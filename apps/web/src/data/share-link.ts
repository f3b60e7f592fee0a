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
