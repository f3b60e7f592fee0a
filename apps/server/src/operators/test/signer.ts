/** Operators with a passkey, and what they sign to pass something. */
import { createHash } from 'node:crypto';
import { type ApprovalDraft, approvalText, type OperatorRole } from '@fairlead/contract';
import type { TestServer } from '../../../test/support/fixture.ts';
import { SoftAuthenticator, type Wrong } from '../../identity/test/authenticator.ts';
import { OPERATOR_PASSWORD, operator, type TestOperator } from './fixture.ts';

export interface Signer extends TestOperator {
  readonly device: SoftAuthenticator;
}

/** An operator with a passkey. */
export async function signer(server: TestServer, role: OperatorRole, count = 0): Promise<Signer> {
  const added = await operator(server, role);
  const login = { name: added.name, password: OPERATOR_PASSWORD };
  const { options } = await server.data('beginOperatorPasskey', login);
  const device = new SoftAuthenticator({ count });
  const made = { credential: device.make(options), label: 'Key ring' };
  const { token } = await server.data('confirmOperatorPasskey', made);
  return { ...added, token, device };
}

/** What is signed otherwise than it should be. */
export interface Otherwise {
  readonly wrong?: Wrong;
  readonly device?: SoftAuthenticator;
  readonly operator?: number;
  readonly deployment?: string;
}

/** What a page has signed, or as a test wants. */
export async function signed(
  server: TestServer,
  by: Signer,
  draft: ApprovalDraft,
  otherwise: Otherwise = {},
) {
  const begun = await server.data('operatorIntent', {}, by);
  const { nonce, deployment } = begun;
  const intent = { version: 1, kind: 'approval', operator: by.operatorId, nonce } as const;
  const text = approvalText({ ...intent, deployment, ...draft, ...pick(otherwise) });
  const challenge = createHash('sha256').update(text).digest('base64url');
  const device = otherwise.device ?? by.device;
  return { nonce, credential: device.use({ challenge }, otherwise.wrong) };
}

const pick = ({ operator, deployment }: Otherwise) => ({
  ...(operator !== undefined && { operator }),
  ...(deployment !== undefined && { deployment }),
});
