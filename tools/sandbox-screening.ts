/** `npm run sandbox:screening`: a provider that screens, to try the exchange against (docs/operating/screening.md). */
import process from 'node:process';
import { screeningSandbox } from '../apps/server/src/screening/sandbox.ts';

const { PORT = '9180', SCREENING_SECRET: secret, HITS = '' } = process.env;
if (secret === undefined) {
  process.stderr.write('SCREENING_SECRET must be the one that the exchange has\n');
  process.exit(1);
}
const hits = HITS.split(',').map((hit) => hit.trim());
const sandbox = screeningSandbox({
  secret,
  hits,
  onAsked: (question) => process.stdout.write(`${JSON.stringify(question)}\n`),
});
sandbox.listen(Number(PORT), '127.0.0.1', () =>
  process.stdout.write(`screening at http://127.0.0.1:${PORT}\n`),
);
