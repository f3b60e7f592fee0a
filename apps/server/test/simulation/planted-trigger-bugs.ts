/** Mistakes with the terms of what waits: what is shown, who goes where it meets its owner's, until when, and what is amended. */
import type { PlantedBug } from './planted-bug.ts';

const SPOT = 'packages/engine/src/spot';
const BECOMING = `${SPOT}/triggers/becoming.ts`;
const AMEND = `${SPOT}/triggers/amend-trigger.ts`;

export const TRIGGER_BUGS: readonly PlantedBug[] = [
  {
    name: 'what a stop becomes shows all of itself',
    file: BECOMING,
    find: 'const display = row.display && shownOf(order, row.display, terms);',
    replace: 'const display = row.display && shownOf(order, quantity, terms);',
    firstSeed: 42,
  },
  {
    name: 'what a stop becomes shows more than its market asks for',
    file: BECOMING,
    find: 'Math.max(display, parts, least)',
    replace: 'Math.max(display + 1, parts, least)',
    firstSeed: 42,
  },
  {
    name: 'what a stop becomes forgets who goes where it meets its owner’s',
    file: BECOMING,
    find: '    ...(selfTrade !== undefined && { selfTrade }),\n  };\n  switch',
    replace: '  };\n  switch',
  },
  {
    name: 'what a stop becomes is good for ever',
    file: BECOMING,
    find: '...(row.expiresAtMs !== undefined && mayRest(row) && { expiresAtMs: row.expiresAtMs }),',
    replace: '',
  },
  {
    name: 'what waits for a price never expires',
    file: `${SPOT}/expiry-schedule.ts`,
    find: 'nextDueAtMs: ({ triggers }) => triggers.nextExpiryMs,',
    replace: 'nextDueAtMs: () => undefined,',
  },
  {
    name: 'a stop fires after its time where the clock is behind',
    file: `${SPOT}/triggers/fire.ts`,
    find: 'if (isTriggerOver(row, stamp)) withdrawTrigger',
    replace: 'if (isTriggerOver(row, { ...stamp, timeMs: 0 })) withdrawTrigger',
    firstSeed: 221,
  },
  {
    name: 'an order of a list forgets who goes where it meets its owner’s, and its end',
    file: `${SPOT}/lists/leg-checks.ts`,
    find: '    ...besideOf(leg),\n',
    replace: '',
  },
  {
    name: 'the limit of two shows all of itself',
    file: `${SPOT}/lists/place-list.ts`,
    find: '    ...(display !== undefined && { display }),\n',
    replace: '',
  },
  {
    name: 'an order of a list that trails follows before it is put up',
    file: `${SPOT}/lists/leg-checks.ts`,
    find: 'const { bestPrice: _price, bestAtMs: _at, ...waits } = stand;',
    replace: 'const waits = stand;',
  },
  {
    name: 'an order of a list that is put up trails nothing',
    file: `${SPOT}/lists/legs.ts`,
    find: "return typeof beginning === 'string' ? beginning : { ...row, ...beginning };",
    replace:
      "return typeof beginning === 'string' ? beginning : { ...row, ...beginning, triggerPrice: row.price ?? row.triggerPrice };",
  },
  {
    name: 'an order of a list expires and leaves what it is behind',
    file: `${SPOT}/lists/settle-lists.ts`,
    find: 'for (const id of [list.workingId, list.firstId, list.secondId])',
    replace: 'for (const id of [list.firstId, list.secondId])',
  },
  {
    name: 'what is behind an order at the market is placed twice as large',
    file: `${SPOT}/lists/place-legs.ts`,
    find: 'command: orderOf(sized, market),',
    replace:
      "command: orderOf(sized.type === 'market' ? { ...sized, quantity: quantityLots((sized.quantity ?? 1) * 2) } : sized, market),",
    firstSeed: 81,
  },
  {
    name: 'an order that waits is amended to be larger',
    file: AMEND,
    find: "  if (isMoreThanBefore(command.quantity, before)) return 'quantity_out_of_range';\n",
    replace: '',
  },
  {
    name: 'an amendment to less keeps what was held',
    file: AMEND,
    find: '  if (more < 0n) state.ledger.release(payer, amountMinor(-more));\n',
    replace: '',
  },
  {
    name: 'an amended order of an open list is let through',
    file: AMEND,
    find: "  if (list?.status === 'open') return reject('order_in_list');\n",
    replace: '',
  },
  {
    name: 'an amendment is forgotten',
    file: AMEND,
    find: 'const row: TriggerRow = { ...after, hold,',
    replace: 'const row: TriggerRow = { ...after, quantity: before.quantity, hold,',
  },
  {
    name: 'a price from before sets off what was amended',
    file: AMEND,
    find: "if (after.status === 'pending' || before.triggerPrice === after.triggerPrice) return {};",
    replace: 'if (after.triggerPrice > 0) return {};',
  },
  {
    name: 'an amendment of what is pending is not written',
    file: 'apps/server/src/spot/triggers/batch.ts',
    find: 'changes.triggers.filter((row) => !isNew(row)),',
    replace: "changes.triggers.filter((row) => !isNew(row) && row.status !== 'pending'),",
  },
  {
    name: 'a cancel does not look at what was filled',
    file: `${SPOT}/withdraw-order.ts`,
    find: "return isFilled === (onlyFilled === 'part') ? slot : 'cancel_restricted';",
    replace: "return isFilled || onlyFilled ? slot : 'cancel_restricted';",
  },
];
