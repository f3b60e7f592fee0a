/** Brings up the engines beside the home: those that this process runs, and whoever runs the others. */
import { randomUUID } from 'node:crypto';
import { assert } from '@fairlead/units';
import { PRODUCT_ENGINES, type ProductEngine } from '../core/config/engines.ts';
import type { DiskWatch } from '../core/operations/disk-watch.ts';
import type { EngineSide } from '../core/processes/engine-side.ts';
import type { ServerOptions, Teardown } from '../core/processes/lifetime.ts';
import { engineOfCall } from '../engines/calls.ts';
import { EngineElsewhere } from '../engines/engine-elsewhere.ts';
import type { LifeOptions } from './lives.ts';
import {
  bringUpOne,
  type OpenedBooks,
  openBooks,
  type Product,
  type ProductsParts,
} from './product.ts';
import { Products } from './products.ts';

/** The engines beside the home, where there are any; some of them may be run by other processes. */
export async function bringUpOthers(
  options: LifeOptions,
  parts: Pick<ProductsParts, 'home' | 'deployment' | 'clock' | 'secrets'> & {
    readonly disk: Pick<DiskWatch, 'refusal' | 'level' | 'sinceMs' | 'freeBytes'>;
    readonly side: EngineSide | undefined;
  },
  teardown: Teardown,
): Promise<Products | undefined> {
  const { engines } = options.config;
  if (engines === undefined) return undefined;
  const { disk, side, ...given } = parts;
  const refusal: ProductsParts['refusal'] = (command) => disk.refusal(command);
  const onLost = options.onOtherLost;
  const processes = side && {
    connected: side.connected,
    gateway: randomUUID(),
    lead: side.of,
  };
  const own = { engines, engineOfCall, refusal, disk, onLost, processes };
  return bringUpProducts(options, { ...given, ...own }, teardown);
}

/** Brings up the engines beside the home. */
export async function bringUpProducts(
  options: ServerOptions,
  parts: ProductsParts,
  teardown: Teardown,
): Promise<Products> {
  const opened = await openBooks(options, parts, teardown);
  const own: Product[] = [];
  const elsewhere: EngineElsewhere[] = [];
  for (const name of PRODUCT_ENGINES) {
    const given = { name, ...opened[name] };
    if (parts.engines.own.includes(name))
      own.push(await bringUpOne(options, parts, given, teardown));
    else elsewhere.push(await followOne(options, parts, given, teardown));
  }
  return new Products(parts, { own, elsewhere }, options.log);
}

/** An engine that another process runs. */
async function followOne(
  { log, onFatal }: ServerOptions,
  { deployment, processes, home }: ProductsParts,
  { name, books, prove }: { readonly name: ProductEngine } & OpenedBooks,
  teardown: Teardown,
): Promise<EngineElsewhere> {
  assert(processes !== undefined, 'a process that runs not all engines has others beside it');
  const homeSequence = () => home.sequencer.health().lastSequence;
  const parts = { name, books, ...processes, deployment, log, homeSequence };
  const engine = new EngineElsewhere(parts);
  if (prove === undefined) await engine.begin(teardown);
  else engine.beginOnceThere(prove, onFatal, teardown);
  return engine;
}
