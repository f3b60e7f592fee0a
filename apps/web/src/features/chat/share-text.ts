export interface SharedText {
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
