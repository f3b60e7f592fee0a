/** Operators of each role, and what waits for their decisions. */
import { createHash, randomUUID } from 'node:crypto';
import { type OperatorRole, type RouteName, routes, type TermsSaved } from '@fairlead/contract';
import { Secret, TOTP } from 'otpauth';
import {
  type Reply,
  readReply,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { type Holder, outOf } from '../../custody/test/fixture.ts';
import { Passwords } from '../../identity/passwords.ts';
import { insertFile } from '../../verification/file-queries.ts';
import { insertOperator } from '../queries.ts';

export const OPERATOR_PASSWORD = 'a long enough one';
const passwords = new Passwords({ memoryCost: 64, timeCost: 1, parallelism: 1 });

export interface TestOperator {
  readonly operatorId: number;
  readonly name: string;
  readonly token: string;
}

/** Adds an operator to the table. */
export async function addOperator(
  server: TestServer,
  role: OperatorRole,
  name = `${role}-${randomUUID().slice(0, 8)}`,
): Promise<{ readonly operatorId: number; readonly name: string }> {
  const operatorId = await insertOperator(server.context.database, {
    name,
    role,
    passwordHash: await passwords.hash(OPERATOR_PASSWORD),
    createdAtMs: server.clock.now(),
  });
  if (operatorId === undefined) throw new Error(`${name} is taken`);
  return { operatorId, name };
}

/** An operator with an open session. */
export async function operator(
  server: TestServer,
  role: OperatorRole,
  name?: string,
): Promise<TestOperator> {
  const added = await addOperator(server, role, name);
  return { ...added, token: await loginAs(server, added.name) };
}

export async function loginAs(server: TestServer, name: string): Promise<string> {
  return (await server.data('operatorLogin', { name, password: OPERATOR_PASSWORD })).token;
}

/** Comes in by a link that was shown, with the fixture's password. */
export async function useLink(server: TestServer, link: string | undefined): Promise<string> {
  const token = link?.split('/').at(-1);
  const password = OPERATOR_PASSWORD;
  const request = { token, password, password_confirmation: password };
  return (await server.data('useOperatorLink', request)).name;
}

/** Lets everybody count as one of two, as if the hours after their last change had passed. */
export async function coolOff(server: TestServer): Promise<void> {
  await server.context.database.query(
    'UPDATE operators SET approves_from_ms = 0, confirmed_at_ms = created_at_ms',
  );
}

/** The code of a secret at the server's time. */
export const codeOf = (server: TestServer, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now() });

/** A picture with a content of its own, or with that of another. */
export async function proofOf(
  server: TestServer,
  user: TestUser,
  content: string = randomUUID(),
): Promise<number> {
  const sha256 = createHash('sha256').update(content).digest();
  const fileId = await insertFile(
    server.context.database,
    {
      userId: user.userId,
      purpose: 'deposit_proof',
      name: randomUUID(),
      mime: 'image/jpeg',
      wrappedKey: new Uint8Array(1),
      keyId: 'test',
      uploadSha256: sha256,
      pixelSha256: sha256,
      createdAtMs: server.clock.now(),
    },
    { userId: user.userId, sinceMs: 0, filesMax: 1_000 },
  );
  if (fileId === undefined) throw new Error('the quota is used up');
  return fileId;
}

export interface ClaimOptions {
  readonly amount?: string;
  readonly proof?: number;
}

/** A claim of a bank deposit in USDT; gives its id. */
export async function bankClaim(
  server: TestServer,
  user: TestUser,
  { amount = '100', proof }: ClaimOptions = {},
): Promise<number> {
  const picture = proof ?? (await proofOf(server, user));
  const claim = { kind: 'bank', currency_id: 3, amount, proof: picture };
  return (await server.data('claimDeposit', claim, user)).id;
}

/** A withdrawal of USDT; gives its id. */
export async function withdrawalOf(
  server: TestServer,
  user: Holder,
  amount = '100',
): Promise<number> {
  return (await server.data('withdraw', outOf(user, amount), user)).id;
}

/** The last entries of the audit log, oldest first. */
export async function lastActs(
  server: TestServer,
  count: number,
): Promise<
  readonly { readonly action: string; readonly subject: string; readonly detail: object }[]
> {
  await server.context.audit.written();
  const rows = await server.context.database.query<{
    action: string;
    subject: string;
    detail: object;
  }>('SELECT action, subject, detail FROM audit_log ORDER BY audit_id DESC LIMIT $1', [count]);
  return rows.reverse();
}

/** Calls a route whose body has lists: those take JSON only. */
export async function postJson<Name extends RouteName>(
  server: TestServer,
  name: Name,
  body: object,
  { token }: { readonly token?: string | undefined },
): Promise<Reply<Name>> {
  const response = await server.app.inject({
    method: 'POST',
    url: `/api/${routes[name].path}`,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: token }),
    },
    payload: JSON.stringify(body),
  });
  return readReply(response);
}

/** The proposal that a save of terms became. */
export function proposalOf({ is_effective, proposal_id }: TermsSaved): number {
  if (is_effective || proposal_id === undefined) throw new Error('one person was enough');
  return proposal_id;
}

/** Has a second operator pass what a save became, where one was not enough. */
export async function passSaved(
  server: TestServer,
  saved: TermsSaved,
  { token }: { readonly token: string },
): Promise<void> {
  if (saved.proposal_id === undefined) return;
  const passed = await server.data(
    'decideProposal',
    { id: saved.proposal_id, decision: 'passed' },
    { token },
  );
  if (passed.failure !== undefined) throw new Error(`not carried out: ${passed.failure}`);
}

/** Saves a market's terms and has them passed by a second operator where the table asks for one. */
export async function saveMarketByTwo(
  server: TestServer,
  terms: object,
  token: string,
): Promise<number> {
  const saved = await server.data('operatorSaveMarket', { ...terms }, { token });
  await passSaved(server, saved, await operator(server, 'manager'));
  return saved.market_id;
}
