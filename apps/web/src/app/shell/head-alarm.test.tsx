// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt, serve } from '../../../test/render.tsx';
import { noteHeads } from '../../data/seen-heads.ts';
import { Frame } from './Frame.tsx';

test('Q9: every page says that receipts were rewritten, with both hashes, and nothing closes it', async () => {
  serve({});
  await renderAt('/pages/settings/index', <Frame />);
  expect(screen.queryByText('RECEIPTS WERE REWRITTEN')).toBeNull();
  const [seen, now] = ['a'.repeat(64), 'b'.repeat(64)];
  act(() => {
    noteHeads([{ count: 48_377, hash: seen }]);
    noteHeads([{ count: 48_377, hash: now }]);
  });
  const alarm = await screen.findByText('RECEIPTS WERE REWRITTEN');
  const section = alarm.closest('section');
  expect(section?.getAttribute('role')).toBe('alert');
  expect(section?.textContent).toContain(`Seen here: ${seen}`);
  expect(section?.textContent).toContain(`Now: ${now}`);
  expect(section?.textContent).toContain('At 48,377 receipts');
  const buttons = [...(section?.querySelectorAll('button') ?? [])].map((each) => each.textContent);
  expect(buttons).toEqual(['Save the evidence']);
});
