/** `npm run sandbox:identity`: a provider that checks identities, to try the exchange against (docs/operating/identity-provider.md). */
import process from 'node:process';
import { identitySandbox } from '../apps/server/src/verification/provider/sandbox.ts';

const { PORT = '9181', IDENTITY_SECRET: secret } = process.env;
if (secret === undefined) {
  process.stderr.write('IDENTITY_SECRET must be the one that the exchange has\n');
  process.exit(1);
}
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
const { server } = identitySandbox({
  secret,
  onAsked: say,
  onCalledBack: (status, said) => say({ status, said }),
});
server.listen(Number(PORT), '127.0.0.1', () =>
  process.stdout.write(`identities at http://127.0.0.1:${PORT}\n`),
);
