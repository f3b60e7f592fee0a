/**
 * How orders and price levels lie in their typed arrays: each a slot of 64 bytes, one cache line, seen as
 * eight numbers and as sixteen links. Book and matching read and write the arrays directly by these
 * offsets, because a call for each field costs more than the field.
 *
 * Those modules copy the offsets they use into constants of their own: V8 compiles a module's own
 * constant in, and loads an imported one each time (measured: 15 % of matching).
 */

/** Numbers and links in a slot. */
export const NUMBERS = 8;
export const LINKS = 16;

/** An order's numbers. */
export const ORDER_ID = 0;
export const ORDER_REMAINING = 1;
export const ORDER_OWNER = 2;
export const ORDER_PRICE = 3;

/** An order's links, behind its numbers. */
export const ORDER_PREVIOUS = 8;
export const ORDER_NEXT = 9;
export const ORDER_LEVEL = 10;
export const ORDER_SIDE = 11;
export const ORDER_MARKET = 12;
/** The next order whose id has the same place in the pool's table. */
export const ORDER_SAME_PLACE = 13;
/** 1 when it shows a part of itself only: the pool knows which. */
export const ORDER_IS_ICEBERG = 14;
/** The main account of its owner. */
export const ORDER_FAMILY = 15;

/** A level's numbers. */
export const LEVEL_RANK = 0;
export const LEVEL_LOTS = 1;

/** A level's links, behind its numbers; the last half is its lanes of the skip list. */
export const LEVEL_FIRST = 4;
export const LEVEL_LAST = 5;
export const LEVEL_HEIGHT = 6;
export const LEVEL_ROUND = 7;
export const LEVEL_NEXT = 8;

/** The slot of the level before all others, which also ends each lane. */
export const LEVEL_HEAD = 0;
