/** What a demo has beside: a faucet, an inbox, its first start. */
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import type { DemoNeeds } from './needs.ts';
import { ANSWERS_EVERY_MS, RETENTION_EVERY_MS, removeBotAnswers, removeOld } from './retention.ts';
import { demoHandlers } from './routes.ts';
import { createDemo } from './services.ts';

export const demo = {
  services: createDemo,
  routes: demoHandlers,
  chores: ({ config, database, clock, sequencer }) =>
    config.isDemo && !config.isSandbox
      ? [
          new Chore(RETENTION_EVERY_MS, () => removeOld(database, clock.now())),
          new Chore(ANSWERS_EVERY_MS, async () =>
            sequencer.answers.forget(await removeBotAnswers(database, clock.now())),
          ),
        ]
      : [],
} satisfies Capability<DemoNeeds>;
