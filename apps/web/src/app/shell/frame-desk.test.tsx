// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { HashRouter } from 'react-router';
import { IntlProvider } from 'use-intl';
import { afterAll, expect, test, vi } from 'vitest';

// What did not load once is remembered: by modules of this file alone.
vi.resetModules();
const { renderAt, serve } = await import('../../../test/render.tsx');
const { AppCalls } = await import('../../data/calls/AppCalls.tsx');
const { startLanguage } = await import('../../i18n/language.ts');
const { lateParts } = await import('../../i18n/late-parts.ts');
const { loadMessages } = await import('../../i18n/messages.ts');
const { Frame } = await import('./Frame.tsx');
afterAll(() => vi.resetModules());

test('a page stands without the bars of a desk whose texts do not come', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  serve({});
  const messages = await loadMessages('en');
  const { rerender } = await renderAt('/pages/nowhere', null, 1440);
  await startLanguage();
  const failed = vi.fn(() => Promise.reject(new TypeError('no network')));
  lateParts['./en/desk.json'] = failed;
  rerender(
    <IntlProvider locale="en" messages={messages}>
      <AppCalls>
        <HashRouter>
          <Frame />
        </HashRouter>
      </AppCalls>
    </IntlProvider>,
  );
  await vi.waitFor(() => expect(failed).toHaveBeenCalled());
  await vi.waitFor(() => expect(document.querySelector('.fl-topbar')).toBeNull());
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
});
