/** `npm run sandbox:travel-rule`: a provider of travel rule messages, to try the exchange against (docs/operating/travel-rule.md). */
import process from 'node:process';
import type { Chain } from '@fairlead/contract';
import {
  messageFor,
  postMessage,
  travelRuleSandbox,
} from '../apps/server/src/travel-rule/sandbox.ts';

const { PORT = '9182', TRAVEL_RULE_SECRET: secret, REJECTED, UNKNOWN, PENDING } = process.env;
if (secret === undefined) {
  process.stderr.write('TRAVEL_RULE_SECRET must be the one that the exchange has\n');
  process.exit(1);
}
const words = (given = '') => given.split(',').map((word) => word.trim());
const sandbox = travelRuleSandbox({
  secret,
  rejected: words(REJECTED),
  unknown: words(UNKNOWN),
  pending: words(PENDING),
  onAsked: (question) => process.stdout.write(`${JSON.stringify(question)}\n`),
});
sandbox.listen(Number(PORT), '127.0.0.1', () =>
  process.stdout.write(`travel rule at http://127.0.0.1:${PORT}\n`),
);

const AGAIN_MS = 2_000;
const { CALLBACK, TX_ID = '', ADDRESS = '', CHAIN = 'ERC20', CURRENCY = 'USDT' } = process.env;
const { AMOUNT = '100', ORIGINATOR = 'Jon Lee', BENEFICIARY = 'Mara Sato' } = process.env;
if (CALLBACK !== undefined) {
  const transfer = {
    ...{ chain: CHAIN as Chain, tx_id: TX_ID, address: ADDRESS },
    ...{ currency: CURRENCY, amount: AMOUNT },
  };
  const names = { originator: ORIGINATOR, beneficiary: BENEFICIARY };
  const message = messageFor(transfer, { id: `sandbox-${TX_ID.slice(-16)}`, ...names });
  const say = async (): Promise<void> => {
    const status = await postMessage(new URL(CALLBACK), message, { secret }).catch(() => 0);
    process.stdout.write(`message ${message.id}: ${status}\n`);
    // Not there yet, or away: what is refused otherwise is refused again.
    if (status === 404 || status === 0 || status >= 500) setTimeout(() => void say(), AGAIN_MS);
  };
  void say();
}
