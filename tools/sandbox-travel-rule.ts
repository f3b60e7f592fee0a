/** `npm run sandbox:travel-rule`: a provider of travel rule messages, to try the exchange against (docs/operating/travel-rule.md). */
import process from 'node:process';
import { travelRuleSandbox } from '../apps/server/src/travel-rule/sandbox.ts';

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
