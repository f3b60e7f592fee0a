export type ShareOutcome = 'shared' | 'copied' | 'failed';

/** Hands the page's address to the system, or copies it where there is no way to share. */
export async function shareLink(text: string): Promise<ShareOutcome> {
  const url = window.location.href;
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
