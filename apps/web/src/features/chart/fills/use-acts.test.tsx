// @vitest-environment jsdom
/** Marks reach as far back as one looked, and no further than is kept. */
import type { OwnFill } from '@fairlead/contract';
import { act } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { position } from '../../../../test/futures.ts';
import { renderAt, serve } from '../../../../test/render.tsx';
import { user } from '../../../../test/user.ts';
import { startSession } from '../../../data/account/session.ts';
import type { OwnAct } from './marks.ts';
import { ACTS_MAX, mayReadOn, useFuturesActs, useSpotActs } from './use-acts.ts';

const SYMBOL = 'BTC/USDT';
const PAGE = 100;
const ALL = 2_500;

const fill = (id: number): OwnFill => ({
  ...{ id, order_id: id, symbol: SYMBOL, time: id * 1_000, side: 'buy', role: 'taker' },
  ...{ price: '1', quantity: '1', amount: '1', fee: '0', fee_currency: 'USDT' },
});

let acts: readonly OwnAct[] = [];
let look: (sinceMs: number) => void = () => undefined;

interface ChartProps {
  useActs: typeof useSpotActs;
  sinceMs: number;
}

/** As far back as it was last scrolled. */
function Chart({ useActs, sinceMs }: ChartProps) {
  const [since, setSince] = useState(sinceMs);
  look = setSince;
  acts = useActs(SYMBOL, since);
  return null;
}
const show = (props: ChartProps) => {
  startSession({ token: 't', user });
  return renderAt('/', <Chart {...props} />);
};
const untilThereAre = (count: number) => vi.waitFor(() => expect(acts).toHaveLength(count), 20_000);

test('fills of spot: as far back as one looked, page by page', async () => {
  const asked: number[] = [];
  serve({
    'GET coin/fills': (request) => {
      const before = Number(request.get('before') ?? ALL + 1);
      asked.push(before);
      const fills = Array.from({ length: Math.min(PAGE, before - 1) }, (_, at) =>
        fill(before - 1 - at),
      );
      const last = fills.at(-1)?.id ?? 1;
      return { fills, ...(last > 1 && { next: last }) };
    },
  });
  await show({ useActs: useSpotActs, sinceMs: (ALL - 250) * 1_000 });
  await untilThereAre(300);
  // Further than the thousand newest.
  await act(async () => look(900 * 1_000));
  await untilThereAre(1_700);
  await act(async () => look(0));
  await untilThereAre(ALL);
  // Each page once, and no look forward asks again.
  await act(async () => look((ALL - 10) * 1_000));
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked).toHaveLength(ALL / PAGE);
});

test('closed positions of futures are read as far back as one looked', async () => {
  const total = 230;
  const closed = (at: number) =>
    position({
      ...{ id: total - at, opened_at: (total - at) * 1_000, closed_at: (total - at) * 1_000 },
      close_price: '1',
    });
  serve({
    'POST lever/my_trade': (request) => {
      const page = Number(request.get('page'));
      if (request.get('status') === 'holding') return { list: [], page, limit: PAGE, total: 0 };
      const from = (page - 1) * PAGE;
      const list = Array.from({ length: Math.min(PAGE, total - from) }, (_, at) =>
        closed(from + at),
      );
      return { list, page, limit: PAGE, total };
    },
  });
  await show({ useActs: useFuturesActs, sinceMs: (total - 150) * 1_000 });
  await untilThereAre(2 * 2 * PAGE);
  await act(async () => look(0));
  await untilThereAre(2 * total);
});

test('what a chart keeps has an end', () => {
  const known = { sinceMs: 0, oldestMs: 1, count: ACTS_MAX - 1 };
  expect(mayReadOn(known)).toBe(true);
  expect(mayReadOn({ ...known, count: ACTS_MAX })).toBe(false);
  expect(mayReadOn({ ...known, oldestMs: 0 })).toBe(false);
  // Before anything was looked at.
  expect(mayReadOn({ ...known, sinceMs: undefined })).toBe(false);
});
