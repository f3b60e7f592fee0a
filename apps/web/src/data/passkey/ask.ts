/** Asks the browser for a passkey; what speaks with it is loaded when it is first asked. */
import { ApiError } from '@fairlead/client';
import type { ResponseOf } from '@fairlead/contract';
import { loginText } from '@fairlead/contract/intent';
import { toast } from '@fairlead/ui';
import { callApi } from '../calls/api.ts';
import { errorText } from '../calls/error-text.ts';
import { challengeOf } from './challenge.ts';

type Browser = typeof import('@simplewebauthn/browser');
export type RequestOptions = Parameters<Browser['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Browser['startRegistration']>[0]['optionsJSON'];

export const loadBrowser = (): Promise<Browser> => import('@simplewebauthn/browser');

/** A challenge is good for five minutes; a field that waits gets a new one before. */
const RENEW_MS = 4 * 60_000;

/** The person thought better of it, or another question took its place: nothing to be said. */
const isDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Undefined where the person thought better of it, or it failed, which is said. */
export async function answered<Answer>(
  ask: () => Promise<Answer>,
  failed: string,
): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!isDismissed(error))
      toast({ kind: 'bad', text: error instanceof ApiError ? errorText(error) : failed });
    return undefined;
  }
}

/** What a login asks an authenticator: the server's options, with a challenge that is good for nothing but a login. */
async function loginOptions(): Promise<RequestOptions> {
  const { options } = await callApi('passkeyOptions', {});
  const challenge = await challengeOf(loginText(options.challenge));
  // The server's options are those of the standard.
  return { ...options, challenge } as unknown as RequestOptions;
}

/** What a passkey of whomever answers to a fresh challenge, for the server; undefined when there is none, which is said. */
export const askPasskey = (failed: string): Promise<string | undefined> =>
  answered(async () => {
    const [{ startAuthentication }, optionsJSON] = await Promise.all([
      loadBrowser(),
      loginOptions(),
    ]);
    return JSON.stringify(await startAuthentication({ optionsJSON }));
  }, failed);

/** Has a passkey made; undefined when there is none, which is said: `known` where this device has one of the account. */
export async function makePasskey(
  { options }: ResponseOf<'beginPasskey'>,
  words: { readonly failed: string; readonly known: string },
): Promise<string | undefined> {
  let isKnown = false;
  const made = await answered(async () => {
    const { startRegistration } = await loadBrowser();
    try {
      const optionsJSON = options as unknown as CreationOptions;
      return JSON.stringify(await startRegistration({ optionsJSON }));
    } catch (error) {
      isKnown = error instanceof Error && error.name === 'InvalidStateError';
      throw isKnown ? new DOMException('', 'AbortError') : error;
    }
  }, words.failed);
  if (isKnown) toast({ text: words.known });
  return made;
}

/**
 * Offers passkeys among what the browser fills in (conditional UI), until one is chosen or it is stopped. Silent where the
 * browser does not do it.
 */
export function offerPasskeys(onChosen: (credential: string) => void): () => void {
  let isStopped = false;
  let cancel = () => {};
  const offer = async (): Promise<void> => {
    const browser = await loadBrowser();
    if (!(await browser.browserSupportsWebAuthnAutofill())) return;
    cancel = () => browser.WebAuthnAbortService.cancelCeremony();
    while (!isStopped) {
      const optionsJSON = await loginOptions();
      if (isStopped) return;
      let isRenewed = false;
      const timer = setTimeout(() => {
        isRenewed = true;
        cancel();
      }, RENEW_MS);
      try {
        const chosen = await browser.startAuthentication({
          optionsJSON,
          useBrowserAutofill: true,
          verifyBrowserAutofillInput: false,
        });
        onChosen(JSON.stringify(chosen));
        return;
      } catch (error) {
        if (!isRenewed) throw error;
      } finally {
        clearTimeout(timer);
      }
    }
  };
  // Nobody asked for it: what fails here is asked for by the button.
  offer().catch(() => {});
  return () => {
    isStopped = true;
    cancel();
  };
}
