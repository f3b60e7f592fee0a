/** What users are told of losses: those of every engine, and whose. */
import type { Loss } from '@fairlead/contract';
import { expect, test } from 'vitest';
import type { Trading } from '../../core/operations/trading-mode.ts';
import { lossesField } from '../losses.ts';

const loss = (time: number): Loss => ({
  ...{ time, receipt_id: time, time_from: time, time_to: time },
  ...{ sequence_from: 1, sequence_seen: 2, sequence_to: 3 },
});
const trading = (...times: number[]) => ({ losses: times.map(loss) }) as unknown as Trading;

test('losses of all engines are told, the newest first, with whose database it was', () => {
  const products = { losses: [{ ...loss(5), product: 'futures' as const }] };
  const { losses } = lossesField({ trading: trading(7, 3), products });
  expect(losses).toEqual([loss(7), { ...loss(5), product: 'futures' }, loss(3)]);
  expect(lossesField({ trading: trading(), products }).losses).toHaveLength(1);
  expect(lossesField({ trading: trading(), products: undefined })).toEqual({});
});
