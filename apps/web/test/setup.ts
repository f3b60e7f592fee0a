/** Before each test file: those in jsdom share the app's modules and its page with the files that came before. */
import { afterEach } from 'vitest';

if (typeof document !== 'undefined') {
  const { tidy } = await import('./render.tsx');
  afterEach(tidy);
}
