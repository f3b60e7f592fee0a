import { queryClient } from './query.ts';
import { forgetQuotations } from './quotations.ts';

/** Forgets every answer and what the browser cached for this app; what is on the screen loads anew. */
export async function clearCaches(): Promise<void> {
  if ('caches' in window) {
    const names = await window.caches.keys();
    await Promise.all(names.map((name) => window.caches.delete(name)));
  }
  forgetQuotations();
  await queryClient.resetQueries();
}
