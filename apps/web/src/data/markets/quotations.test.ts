import { expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { allStaleSince } from './quotations.ts';

test('the feed is stale only when every market is, since the newest sample', () => {
  const stale = quotation({ is_stale: true, index_time: 5 });
  const older = quotation({ symbol: 'ETH/USDT', is_stale: true, index_time: 3 });
  expect(allStaleSince([stale, older])).toBe(5);
  expect(allStaleSince([stale, quotation({ symbol: 'ETH/USDT' })])).toBeUndefined();
  expect(allStaleSince([])).toBeUndefined();
  expect(allStaleSince([{ ...stale, index_time: undefined }])).toBe('never');
});
