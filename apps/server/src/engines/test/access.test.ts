/** Who may call what, through a gateway before the engines of all products: a call that goes to another engine is asked who calls as any. */
import { OPERATOR_ROLES, type OperatorRole, routes } from '@fairlead/contract';
import { afterAll, beforeAll, describe } from 'vitest';
import {
  ask,
  canDeploy,
  Deployment,
  data,
  register,
} from '../../../test/support/deployment-fixture.ts';
import { describeAccess, SIGNER_TOKEN, SWEEPER_TOKEN } from '../../core/http/test/access-suite.ts';
import type { RunningServer } from '../../core/processes/lifetime.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { newToken, tokenHash } from '../../identity/index.ts';
import { Passwords } from '../../identity/passwords.ts';
import { insertRecovery } from '../../identity/recovery/queries.ts';
import { insertOperator } from '../../operators/queries.ts';
import { OPERATOR_PASSWORD } from '../../operators/test/fixture.ts';

describe.skipIf(!canDeploy)('through a gateway before four engines', () => {
  let deployment: Deployment;
  let gateway: RunningServer;
  let user: string;
  const recovery = newToken();
  const operators = new Map<OperatorRole, string>();

  beforeAll(async () => {
    deployment = await Deployment.openDivided();
    await deployment.engine({ SIGNER_TOKEN, SWEEPER_TOKEN });
    gateway = await deployment.gateway({ SIGNER_TOKEN, SWEEPER_TOKEN });
    ({ token: user } = await register(gateway));
    const home = await openPostgres({ url: deployment.databaseUrl });
    await insertRecovery(home, {
      userId: (await register(gateway)).userId,
      tokenHash: tokenHash(recovery),
      passkeyId: undefined,
      hasOtp: true,
      hasCode: true,
      begunAtMs: Date.now(),
      readyAtMs: Date.now() + 1,
    });
    const passwordHash = await new Passwords().hash(OPERATOR_PASSWORD);
    for (const role of OPERATOR_ROLES) {
      // The first of all is called owner.
      const name = `${role}-2`;
      await insertOperator(home, { name, role, passwordHash, createdAtMs: Date.now() });
      const asked = { name, password: OPERATOR_PASSWORD };
      operators.set(role, (await data(gateway, 'operatorLogin', asked)).token);
    }
    await home.close();
  }, 600_000);
  afterAll(() => deployment?.remove());

  describeAccess({
    async emptyCall(name, token) {
      const { isMultipart } = routes[name];
      const headers = isMultipart && { 'content-type': 'multipart/form-data; boundary=none' };
      const asked = { ...(token !== undefined && { token }), ...(headers && { headers }) };
      return ask(gateway, name, name === 'inbox' ? { to: 'nobody@example.com' } : {}, asked);
    },
    user: () => user,
    recovery: () => recovery,
    operator: (role) => operators.get(role),
  });
});
