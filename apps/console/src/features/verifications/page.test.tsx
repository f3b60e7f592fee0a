// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { COMMON, ME, NOW_MS, verification } from '../../../test/records.ts';
import { callsOf, pageOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const DETAIL = 'POST operator/verifications/detail';
const DECIDE = 'POST operator/verifications/decide';
const first = verification({ level: 'basic' });
const second = verification({ id: 812, level: 'basic', name: 'K*** I***' });

beforeEach(() => {
  vi.setSystemTime(NOW_MS);
});

async function show(answers: Parameters<typeof serve>[0] = {}) {
  serve({
    ...COMMON,
    'GET operator/verifications': () => pageOf([first, second]),
    [DETAIL]: () => ({ ...first, name: 'Haruto Sato', id_number: 'TK1234567', photos: [] }),
    [DECIDE]: () => ({ ...first, status: 'passed' }),
    ...answers,
  });
  await renderAt('/verifications', <Page />);
  await screen.findByText('H*** S***');
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const panel = () => within(screen.getByRole('complementary'));

test('passing by looks at nobody; Enter opens one record, once', async () => {
  await show();
  press('j');
  press('j');
  press('k');
  expect(callsOf(DETAIL)).toHaveLength(0);
  press('Enter');
  expect(await panel().findByText('Haruto Sato')).toBeTruthy();
  expect(callsOf(DETAIL).map(({ request }) => request)).toEqual([{ id: '811' }]);
  press('j');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(callsOf(DETAIL)).toHaveLength(1);
});

test('passes after a last look at the person, and chooses the next without opening it', async () => {
  await show();
  press('j');
  press('Enter');
  await panel().findByText('Haruto Sato');
  press('a');
  expect(panel().getAllByText('Haruto Sato')).toHaveLength(2);
  fireEvent.click(panel().getByRole('button', { name: 'Pass' }));
  await act(async () => undefined);
  expect(callsOf(DECIDE)[0]?.request).toEqual({ id: '811', decision: 'passed' });
  expect(screen.queryByRole('complementary')).toBeNull();
  const chosen = screen
    .getAllByRole('row')
    .find((row) => row.getAttribute('aria-selected') === 'true');
  expect(chosen?.textContent).toContain('812');
  expect(callsOf(DETAIL)).toHaveLength(1);
});

test('nobody decides what they have not seen', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const waiting = new Promise((resolve) => {
    answer = resolve;
  });
  await show({ [DETAIL]: () => waiting });
  press('j');
  press('Enter');
  press('a');
  const pass = panel().getByRole<HTMLButtonElement>('button', { name: 'Pass' });
  expect(pass.disabled).toBe(true);
  expect(callsOf(DECIDE)).toHaveLength(0);
  await act(async () => answer({ ...first, photos: [] }));
  await vi.waitFor(() => expect(pass.disabled).toBe(false));
});

test('what the provider said stands beside the record, with its own name of it and the times', async () => {
  const identity = {
    ...{ verdict: 'review', session: 'case-9041', since: 1_800_000_000_000 },
    ...{ until: 1_800_600_000_000, answered_at: 1_800_000_060_000 },
  };
  await show({ [DETAIL]: () => ({ ...first, photos: [], identity }) });
  press('j');
  press('Enter');
  expect(await panel().findByText('A person must look')).toBeTruthy();
  expect(panel().getByText('case-9041')).toBeTruthy();
});

test('what was passed is taken back by a proposal with a reason', async () => {
  const passed = { ...first, status: 'passed' as const };
  await show({
    'GET operator/verifications': () => pageOf([passed]),
    [DETAIL]: () => ({ ...passed, photos: [] }),
    'POST operator/verifications/revoke': () => ({ proposal_id: 8 }),
  });
  press('j');
  press('Enter');
  fireEvent.click(await panel().findByRole('button', { name: 'Take it back' }));
  const reason = await panel().findByLabelText('Reason');
  fireEvent.change(reason, { target: { value: 'The document was of somebody else.' } });
  fireEvent.click(panel().getByRole('button', { name: 'Propose to take it back' }));
  await vi.waitFor(() =>
    expect(callsOf('POST operator/verifications/revoke')[0]?.request).toEqual({
      id: '811',
      reason: 'The document was of somebody else.',
    }),
  );
});

test('an auditor sees the masked fields and opens nothing', async () => {
  await show({ 'GET operator/me': () => ({ ...ME, role: 'auditor' }) });
  press('j');
  press('Enter');
  expect(panel().getByText('H*** S***')).toBeTruthy();
  expect(callsOf(DETAIL)).toHaveLength(0);
});
