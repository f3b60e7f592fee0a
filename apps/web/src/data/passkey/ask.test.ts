// @vitest-environment jsdom
/** What authenticators are asked to sign. */
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { serve } from '../../../test/render.tsx';
import { askPasskey, offerPasskeys } from './ask.ts';

const { startAuthentication } = vi.hoisted(() => ({
  startAuthentication: vi.fn(async (_asked: object) => ({ id: 'a' })),
}));
vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication,
  browserSupportsWebAuthnAutofill: async () => true,
  WebAuthnAbortService: { cancelCeremony: () => {} },
}));

test.each([
  ['asked for', () => askPasskey('It failed')],
  ['offered', () => new Promise((resolve) => offerPasskeys(resolve))],
])(
  'a login that is %s signs no bytes of the server: it may give the hash of a withdrawal',
  async (_how, logIn) => {
    const challenge = 'b'.repeat(43);
    serve({ 'POST user/passkey/options': () => ({ options: { challenge, rpId: 'localhost' } }) });
    await logIn();
    const hash = createHash('sha256').update(`login\n${challenge}`).digest('base64url');
    expect(startAuthentication.mock.lastCall?.[0]).toMatchObject({
      optionsJSON: { challenge: hash, rpId: 'localhost' },
    });
  },
);
