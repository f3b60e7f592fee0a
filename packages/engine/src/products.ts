/**
 * Everything that is traded and kept here. The order is that of restoring, of checking, and of what one sample or one moment
 * sets off: deliveries before triggers, interest before releases before rebates.
 */
import type { Changes, Snapshot } from './changes.ts';
import { custody } from './custody/product.ts';
import { futures } from './futures/product.ts';
import { hosting } from './hosting/product.ts';
import { offerings } from './offerings/product.ts';
import { options } from './options/product.ts';
import { referral } from './referral/product.ts';
import { shareFee } from './referral/rebates.ts';
import { spot } from './spot/product.ts';
import type { CommandKind, Product } from './state/product.ts';
import { EngineState } from './state/state.ts';

const LIST = [spot, custody, options, futures, hosting, offerings, referral] as const;
export const PRODUCTS: readonly Product[] = LIST;

/** By kind of command. The compiler asks engine.ts for those that are missing here. */
export const PRODUCT_HANDLERS = merged(LIST.map(({ handlers }) => handlers));

/** What makes a user's open business larger. Cancels, closes, redemptions, transfers and withdrawals are not here. */
export const OPENINGS: ReadonlySet<CommandKind> = new Set(
  PRODUCTS.flatMap(({ openings = [] }) => openings),
);

/** Of a fee the inviter's share goes first. */
export const emptyState = (): EngineState => new EngineState({ shareFee });

/** What a batch changed of all products. */
export const takeProductChanges = (state: EngineState) =>
  merged(LIST.map((product) => product.takeChanges(state))) satisfies Partial<Changes>;

/** The rows of all products. */
export const productSnapshot = (state: EngineState) =>
  merged(LIST.map((product) => product.snapshot(state))) satisfies Partial<Snapshot>;

type All<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  all: infer Whole,
) => void
  ? Whole
  : never;

/** All parts as one; that none is missing is seen by whoever takes the whole. */
function merged<Part extends object>(parts: readonly Part[]): All<Part> {
  return Object.assign({}, ...parts);
}
