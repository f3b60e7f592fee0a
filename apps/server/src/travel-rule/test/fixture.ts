/** A server whose travel rule messages a sandbox takes, told what to answer. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Recipient } from '@fairlead/contract';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import type { TravelQuestion, TravelTelling } from '../provider.ts';
import { type TravelSandboxOptions, travelRuleSandbox } from '../sandbox.ts';

export const SECRET = 'wQ8rTz2LpXk5NvBy7MdHs4GcJf9AeUi3-travel';
export const HARBOUR: Recipient = {
  wallet: 'provider',
  provider: 'Harbour Exchange',
  beneficiary: 'Jon Lee',
};

const SELF = {
  TRAVEL_RULE_SECRET: SECRET,
  TRAVEL_RULE_THRESHOLD: '50',
  TRAVEL_RULE_NAME: 'Example Exchange Ltd',
  TRAVEL_RULE_COUNTRY: 'ie',
  TRAVEL_RULE_ADDRESS: '1 Quay Street',
  TRAVEL_RULE_TOWN: 'D01 Dublin',
};

export interface TravelWorld {
  readonly server: TestServer;
  /** With which it started. */
  readonly environment: Readonly<Record<string, string>>;
  readonly sandbox: TravelSandboxOptions;
  /** What was asked and told, in order. */
  readonly asked: (TravelQuestion | TravelTelling)[];
  round(): Promise<void>;
  /** As it stood at the beginning. */
  calm(): void;
  stop(): Promise<void>;
}

export async function travelWorld(
  more: Readonly<Record<string, string>> = {},
): Promise<TravelWorld> {
  const asked: TravelWorld['asked'] = [];
  const world: { server?: TestServer } = {};
  const sandbox: TravelSandboxOptions = {
    secret: SECRET,
    now: () => world.server?.clock.now() ?? 0,
    onAsked: (question) => asked.push(question),
  };
  const provider: Server = travelRuleSandbox(sandbox).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo;
  const environment = { ...SELF, ...more, TRAVEL_RULE_URL: `http://127.0.0.1:${port}/` };
  const server = await startTestServer({ environment });
  world.server = server;
  await server.context.custodyTerms.seed({ isDemo: true });
  return {
    server,
    environment,
    sandbox,
    asked,
    round: () => server.context.travelRule.round(server.context),
    calm: () => {
      asked.length = 0;
      const calm = { rejected: [], unknown: [], pending: [], isAway: false, answer: undefined };
      Object.assign(sandbox, calm);
    },
    stop: async () => {
      await server.stop();
      provider.close();
    },
  };
}
