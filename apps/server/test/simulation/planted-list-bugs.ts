/** Mistakes with orders that depend on one another. */
import type { PlantedBug } from './planted-bug.ts';

const LISTS = 'packages/engine/src/spot/lists';

export const LIST_BUGS: readonly PlantedBug[] = [
  {
    name: 'the other order of a list stays when the first is filled',
    file: `${LISTS}/settle-lists.ts`,
    find: 'withdrawLeg(state, list.secondId, { reason, stamp });',
    replace: '',
  },
  {
    name: 'a stop of a list fires and leaves the limit where it is',
    file: 'packages/engine/src/spot/triggers/fire.ts',
    find: '  leaveList(state, row, stamp);',
    replace: '',
  },
  {
    name: 'both orders of a list are held for',
    file: `${LISTS}/legs.ts`,
    find: 'const lack = maximum(amountMinor(needed - held), amountMinor(0n));',
    replace: 'const lack = maximum(amountMinor(needed + held - held), amountMinor(0n));',
  },
  {
    name: 'what is behind an order comes when that is cancelled',
    file: `${LISTS}/settle-lists.ts`,
    find: "order.status === 'completed' ||",
    replace: "order.status !== 'waiting' ||",
  },
  {
    name: 'what is behind an order that was filled in part is placed whole',
    file: `${LISTS}/place-legs.ts`,
    find: 'if (amountOf(quantity, lotBaseMinor) <= list.received) return { row, sized: row };',
    replace: 'if (amountOf(quantity, lotBaseMinor) >= 0n) return { row, sized: row };',
  },
  {
    name: 'what was received is counted without the fee',
    file: `${LISTS}/settle-lists.ts`,
    find: 'amountOf(order.filledQuantity, lotBaseMinor) - order.fee',
    replace: 'amountOf(order.filledQuantity, lotBaseMinor)',
  },
  {
    name: 'the end of a list is not written',
    file: `${LISTS}/order-lists.ts`,
    find: 'clientListId}`);\n    this.#changed.set(listId, row);',
    replace: 'clientListId}`);',
  },
  {
    name: 'a limit behind an order is put up twice',
    file: `${LISTS}/place-legs.ts`,
    find: '  const move = moveOf(state, from, stamp);',
    replace:
      "  if (typeof entered !== 'string') enterOrder(state, { command: orderOf(sized), owner: state.owner(row.owner), market: state.market(row.marketId), rates: row, isNew: false, stamp });\n  const move = moveOf(state, from, stamp);",
  },
];
