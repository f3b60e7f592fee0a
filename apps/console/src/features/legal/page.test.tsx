// @vitest-environment jsdom
import { LANGUAGES } from '@fairlead/contract/constants';
import { preloadOverlays } from '@fairlead/ui';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON } from '../../../test/records.ts';
import { callsOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const SAVE = 'POST operator/legal/save';
const texts = LANGUAGES.map((lang) => ({
  lang,
  title: `Title ${lang}`,
  body: '## Yours',
  is_placeholder: lang !== 'th',
}));

async function open(role = 'manager') {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'sam', role, demo: true, has_otp: true }),
    'GET operator/legal': () => [{ slug: 'terms', version: 1, updated_at: 60_000, texts }],
    [SAVE]: () => ({ slug: 'terms', version: 2, updated_at: 120_000 }),
  });
  await renderAt('/legal', <Page />);
  fireEvent.click(await screen.findByText('User agreement'));
}

test('placeholders are marked by language, and only what was touched is put in force', async () => {
  await preloadOverlays();
  await open();
  await screen.findByRole('button', { name: 'Put in force' });
  expect(screen.getByRole('tab', { name: /English.*placeholder/ })).toBeDefined();
  expect(screen.getByRole('tab', { name: 'ไทย' })).toBeDefined();
  expect(screen.getByText(/^This text came with the software/)).toBeDefined();
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: '## Ours' } });
  expect(await screen.findByRole('heading', { name: 'Ours' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Put in force' }));
  await screen.findByText('Put the User agreement in force?');
  const [, confirm] = screen.getAllByRole('button', { name: 'Put in force', hidden: true });
  await act(async () => confirm?.click());
  const [sent] = callsOf(SAVE);
  expect(JSON.parse(sent?.request['texts'] ?? '')).toEqual([
    { lang: 'en', title: 'Title en', body: '## Ours' },
  ]);
});

test('a placeholder can be taken over as it is', async () => {
  await open();
  const save = await screen.findByRole('button', { name: 'Put in force' });
  expect(save).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Take it as ours' }));
  expect(screen.getByRole('tab', { name: /English.*changed/ })).toBeDefined();
  expect(save).toHaveProperty('disabled', false);
});

test('support reads and cannot save', async () => {
  await open('support');
  expect(screen.queryByRole('button', { name: 'Put in force' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('readOnly', true);
});
