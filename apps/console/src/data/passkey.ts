/** Asks the browser for the operator's passkey; what speaks with it is loaded when it is first asked. */
import type { Config } from '@fairlead/contract';
import { loginText } from '@fairlead/contract/intent';
import { type ApprovalDraft, approvalText } from '@fairlead/contract/operator-intent';
import { callApi } from './api.ts';
import { useConfig } from './use-config.ts';

type Browser = typeof import('@simplewebauthn/browser');
type RequestOptions = Parameters<Browser['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Browser['startRegistration']>[0]['optionsJSON'];

const loadBrowser = (): Promise<Browser> => import('@simplewebauthn/browser');

/** SHA-256 of a text as authenticators take it: this page has nothing signed but hashes that it makes itself. */
export async function challengeOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hash = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return hash.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The person thought better of it: nothing to be said. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** This device has a passkey of the operator already. */
export const isKnownHere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

/** What a passkey of whomever answers to a fresh challenge, which is good for nothing but a login. */
export async function askPasskey(): Promise<string> {
  const [{ startAuthentication }, { options }] = await Promise.all([
    loadBrowser(),
    callApi('operatorPasskeyOptions', {}),
  ]);
  const challenge = await challengeOf(loginText(options.challenge));
  // The server's options are those of the standard.
  const optionsJSON = { ...options, challenge } as unknown as RequestOptions;
  return JSON.stringify(await startAuthentication({ optionsJSON }));
}

/** What opens the account until now. */
export interface Proof {
  readonly name: string;
  readonly password: string;
  readonly otp?: string;
  readonly credential?: string;
}

/** Has a passkey made and registered; gives the token of the session that it opened. */
export async function makePasskey(proof: Proof, label: string): Promise<string> {
  const [{ startRegistration }, { options }] = await Promise.all([
    loadBrowser(),
    callApi('beginOperatorPasskey', proof),
  ]);
  const optionsJSON = options as unknown as CreationOptions;
  const credential = JSON.stringify(await startRegistration({ optionsJSON }));
  return (await callApi('confirmOperatorPasskey', { credential, label })).token;
}

/** What goes with a decision that passes something. */
export interface ApprovalSignature {
  readonly nonce: string;
  readonly credential: string;
}

/** Has the operator's passkey sign what their page shows, and nothing that the server says. */
export async function signApproval(
  operator: number,
  draft: ApprovalDraft,
): Promise<ApprovalSignature> {
  const [{ startAuthentication }, { nonce, deployment, options }] = await Promise.all([
    loadBrowser(),
    callApi('operatorIntent', {}),
  ]);
  const text = approvalText({
    version: 1,
    kind: 'approval',
    deployment,
    operator,
    nonce,
    ...draft,
  });
  const optionsJSON = { ...options, challenge: await challengeOf(text) } as RequestOptions;
  return { nonce, credential: JSON.stringify(await startAuthentication({ optionsJSON })) };
}

/** `elsewhere`: not by this address or in this browser. */
export type PasskeyPlace = 'closed' | 'elsewhere' | 'here';

export function passkeyPlace({ passkeys }: Pick<Config, 'passkeys'>): PasskeyPlace {
  const domain = passkeys?.rp_id;
  if (domain === undefined) return 'closed';
  const { hostname } = window.location;
  const isOurs = hostname === domain || hostname.endsWith(`.${domain}`);
  const isAble = window.isSecureContext && 'PublicKeyCredential' in window;
  return isOurs && isAble ? 'here' : 'elsewhere';
}

/** Undefined until the server has said where they are. */
export function usePasskeyPlace(): PasskeyPlace | undefined {
  const { data: config } = useConfig();
  return config && passkeyPlace(config);
}
