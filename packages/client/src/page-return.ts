/** Calls `run` when the page is looked at again, comes back from the browser's cache, or gets a network. */
export function onPageReturn(run: () => void): () => void {
  if (typeof document === 'undefined') return () => {};
  const onVisible = () => {
    if (document.visibilityState === 'visible') run();
  };
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('pageshow', run);
  window.addEventListener('online', run);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('pageshow', run);
    window.removeEventListener('online', run);
  };
}
