// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { BTC, USDT } from '../../../test/currency.ts';
import { quotation } from '../../../test/quotation.ts';
import { renderAt, serve } from '../../../test/render.tsx';
import type { TicketInputs } from './model.ts';
import { type TicketSources, useTicketInputs } from './use-ticket-inputs.ts';

afterEach(cleanup);

const market = quotation({ tick_size: '0.1' });
const BEST = ['64812.3', '1.52780'] as const;
const sources = (own: Partial<TicketSources> = {}): TicketSources => ({
  market,
  book: { bids: [BEST, ['64811.7', '2.31050']], asks: [['64812.5', '0.44340']] },
  isStale: false,
  depth: 1,
  ...own,
});

let seen: TicketInputs | undefined;
let give: (next: TicketSources) => void;

function Probe() {
  const [now, setNow] = useState(sources());
  give = setNow;
  seen = useTicketInputs(now);
  return <output>{String(seen.rules !== undefined)}</output>;
}

test('what the ticket is made of stays the same object until something in it changes', async () => {
  serve({ 'GET currency/user_currency_list': () => [BTC, USDT] });
  const view = await renderAt('/pages/trade/spot', <Probe />);
  await view.findByText('true');
  const first = seen;
  const behind = { bids: [BEST, ['64811.6', '9']], asks: [['64812.5', '0.44340']] } as const;
  act(() => give(sources({ book: behind })));
  expect(seen).toBe(first);
  act(() => give(sources({ market: { ...market, turnover_24h: '1' } })));
  expect(seen).toBe(first);
  // What a market order walks, it sees.
  act(() => give(sources({ book: behind, depth: 2 })));
  expect(seen?.bids).toHaveLength(2);
  act(() => give(sources({ book: { ...behind, bids: [['64812.4', '1']] } })));
  expect(seen?.bids).not.toEqual(first?.bids);
});
