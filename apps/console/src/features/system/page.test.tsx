// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { COMMON } from '../../../test/records.ts';
import { callsOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const OPEN = { mode: 'open', is_recounting: false, is_resumable: false };
const STOPPED = {
  ...OPEN,
  mode: 'cancel_only',
  cause: 'operator',
  reason: 'an incident',
  since: 1_800_000_000_000,
  is_resumable: true,
};
const system = {
  time: 1_800_000_060_000,
  started_at: 1_800_000_000_000,
  version: '2.5.8',
  demo: true,
  is_sound: true,
  durability: 'fsync',
  database: 'postgres',
  sequencer: { state: 'running', queued: 0, in_flight: 0, sequence: 1, epoch: 1 },
  feed: { kind: 'simulated', markets: [] },
  watchers: [],
  checks: [],
  outbox_unsent: 0,
  webhooks: { active: 3, failing: 1, paused: 0, disabled: 0 },
  legal_placeholders: 0,
  sockets: 0,
};
const STOP = 'POST operator/trading/stop';
const RESUME = 'POST operator/trading/resume';

async function open(role: string, trading: object, more: object = {}) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'mara', role, demo: true, has_otp: true }),
    'GET operator/system': () => ({ ...system, ...more, trading }),
    [STOP]: () => STOPPED,
    [RESUME]: () => ({ proposal_id: 9, trading: STOPPED }),
  });
  await renderAt('/system', <Page />);
  await screen.findByText('Orders');
  if (role === 'manager') await screen.findAllByRole('button', { name: 'Run every check' });
  else await vi.waitFor(() => expect(callsOf('GET operator/me')).not.toHaveLength(0));
}
const button = (name: string) => screen.queryByRole('button', { name });
const settle = () => act(async () => undefined);

async function giveReason(submit: string) {
  const panel = within(screen.getByRole('complementary'));
  fireEvent.change(panel.getByRole('textbox', { name: 'Reason' }), { target: { value: 'a test' } });
  fireEvent.click(panel.getByRole('button', { name: submit }));
  await settle();
}

test('a manager stops new orders with a reason', async () => {
  await open('manager', OPEN);
  fireEvent.click(button('Stop new orders') as HTMLElement);
  expect(callsOf(STOP)).toHaveLength(0);
  await giveReason('Stop new orders');
  expect(callsOf(STOP)[0]?.request).toMatchObject({ reason: 'a test' });
});

test('resuming is proposed with a reason', async () => {
  await open('manager', STOPPED);
  expect(screen.getByText('an incident')).toBeTruthy();
  fireEvent.click(button('Resume') as HTMLElement);
  await giveReason('Propose to resume');
  expect(callsOf(RESUME)[0]?.request).toMatchObject({ reason: 'a test' });
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('a product whose own engine was stopped is resumed by itself', async () => {
  const products = [
    { ...OPEN, product: 'wealth', is_sound: true },
    { ...STOPPED, cause: 'loss', product: 'futures', is_sound: true },
  ];
  await open('manager', OPEN, { products });
  expect(screen.getByText('Locked funds: Orders are taken')).toBeTruthy();
  expect(screen.getByText('Futures: Cancels and closes only')).toBeTruthy();
  expect(within(screen.getByRole('alert')).getByText(/^Futures takes nothing new/)).toBeTruthy();
  fireEvent.click(button('Resume') as HTMLElement);
  await giveReason('Propose to resume');
  expect(callsOf(RESUME)[0]?.request).toEqual({ reason: 'a test', product: 'futures' });
});

test('books of a product that do not add up are the first thing that is said', async () => {
  const products = [{ ...STOPPED, cause: 'drift', product: 'futures', is_sound: false }];
  await open('manager', OPEN, { products });
  expect(within(screen.getByRole('alert')).getByText(/^Futures: the books/)).toBeTruthy();
});

test('after a drift nothing is resumed before every check ran', async () => {
  await open('manager', { ...STOPPED, cause: 'drift', is_resumable: false });
  expect(button('Resume')).toHaveProperty('disabled', true);
  expect(button('Run every check')).toHaveProperty('disabled', false);
});

test('whoever may not, sees it and has no brake', async () => {
  await open('auditor', STOPPED);
  await settle();
  expect(screen.getByText('Cancels and closes only')).toBeTruthy();
  for (const name of ['Resume', 'Stop new orders', 'Run every check'])
    expect(button(name)).toBeNull();
});

test('lost commits are named with their receipts, and what nobody is known to have seen is said', async () => {
  const loss = {
    time: 1_795_000_000_000,
    time_from: 1_794_999_000_000,
    time_to: 1_794_999_001_000,
  };
  const losses = [
    {
      ...loss,
      receipt_id: 31,
      sequence_from: 120_345,
      sequence_seen: 120_377,
      sequence_to: 620_344,
    },
    { ...loss, receipt_id: 12, sequence_from: 20_345, sequence_seen: 20_344, sequence_to: 520_344 },
  ];
  await open('auditor', OPEN, { losses, commit_machines: 2, replicas: 1 });
  expect(screen.getByText('Commands 120,345 to 120,377')).toBeTruthy();
  expect(screen.getByText(/^From command 20,345 on; none is known/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /31/ }).getAttribute('href')).toContain('receipt?id=31');
});
