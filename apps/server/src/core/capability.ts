/**
 * What a capability is to the server: each of its parts has a name and a moment, and a capability has the parts it needs.
 * Its services are made of what it asks for by name: what everything stands on and what capabilities before it made. `Needs` is what its parts are given once everything is there, `Early` what they are given before there are markets. The
 * list in capabilities.ts is in the order of each moment: who comes later may use what came before.
 */
import type { RouteName } from '@fairlead/contract';
import type { Registry } from 'prom-client';
import type { ProposalEffects } from './acts/effects.ts';
import type { CommandRules } from './commands/rules.ts';
import type { ProductEngine } from './config/engines.ts';
import type { TellChanges } from './http/events.ts';
import type { Handlers } from './http/handler.ts';
import type { Chore } from './operations/chore.ts';
import type { Exports, OwnExports, TableExports } from './operations/exports.ts';
import type { ServedBy } from './processes/calls/served-by.ts';

/** What runs beside the calls until the server stops. */
export interface Work {
  /** In the log, when it does not stop cleanly. */
  readonly name: string;
  /** Resolves when what it had to do so far is done, or has failed. */
  settled?(): Promise<void>;
  stop(): Promise<void>;
}

/** Calls that another process answers than the rule says. */
export type Exceptions<Names extends RouteName = RouteName> = Readonly<
  Partial<Record<Names, ServedBy>>
>;

export interface Capability<Needs, Early = never> {
  /** Whose books are its own, where engines of products have each their own; otherwise the home's. */
  readonly engine?: ProductEngine;
  /** Its lists and histories are of all engines together. */
  readonly readsAcross?: true;
  /** Makes its services; once in each process, gateways too. What they are named by is given to all that come later. */
  readonly services?: (given: never) => object | Promise<object>;
  /** Handlers of users' calls, and of the signer's. */
  readonly routes?: (needs: Needs, exports: Exports) => Partial<Handlers>;
  /** Handlers of the console's calls. */
  readonly operatorRoutes?: (needs: Needs, exports: Exports) => Partial<Handlers>;
  readonly exceptions?: Exceptions;
  /** What commands of its calls need beside the writer; never in a gateway. */
  readonly commands?: (needs: Needs) => CommandRules;
  /** What users may take along of their own. */
  readonly ownExports?: (needs: Needs) => Partial<OwnExports>;
  /** What operators may take along. */
  readonly tableExports?: (needs: Needs) => Partial<TableExports>;
  /** What its kinds of proposals do once they are passed. */
  readonly effects?: (early: Early) => Partial<ProposalEffects>;
  /** Gives a new deployment what it starts with; does nothing where that was done. */
  readonly seed?: (early: Early) => Promise<void>;
  /** Begins what must run before anybody is told of anything. */
  readonly begin?: (needs: Needs, registry: Registry) => Promise<Work>;
  readonly gauges?: (registry: Registry, needs: Needs) => void;
  /** What of a commit users' sockets are told. */
  readonly told?: (needs: Needs) => TellChanges;
  /** Begins to tell users of what is committed. */
  readonly notices?: (needs: Needs) => readonly Work[];
  /** What is to be done now and then; never in a gateway. */
  readonly chores?: (needs: Needs) => readonly Chore[];
  /** Waits for what its chores began. */
  readonly settle?: (needs: Needs) => Promise<void>;
  /** Writes what is written late: every ten seconds and at the end, in gateways too. */
  readonly flush?: (early: Early) => Promise<void>;
}
