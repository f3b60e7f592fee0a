/**
 * Operators' login by a provider of OIDC: authorization code with PKCE, state and nonce. It tells who somebody is and no more:
 * what it opens reads. Nothing secret of a login is kept: verifier and nonce follow from the state, what the browser keeps,
 * and the server's secret, and the verifier never leaves the server.
 */
import { ProblemError } from '@fairlead/contract';
import * as oidc from 'openid-client';
import type { Logger } from 'pino';
import type { SsoConfig } from '../../core/config/sso.ts';
import type { Secrets } from '../../core/operations/secrets.ts';
import type { Database } from '../../core/store/database.ts';
import { newToken, tokenHash } from '../../identity/index.ts';
import {
  deleteOldSsoLogins,
  insertSsoLogin,
  type OperatorIdentity,
  takeSsoLogin,
} from './sso-queries.ts';

const LOGIN_MS = 10 * 60_000;
const PROVIDER_SECONDS = 10;
/** A token is asked for and read at once; clocks may differ by so much. */
const TOKEN_AGE_SECONDS = 300;
const CLOCK_SECONDS = 30;
const SUBJECT = /^[ -~]{1,255}$/;

export interface OperatorSsoOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Pick<Secrets, 'digest'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly config: SsoConfig | undefined;
}

/** What the provider sent the browser back with, and what that browser kept. */
export interface SsoAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
  readonly browser: string;
}

export class OperatorSso {
  readonly #options: OperatorSsoOptions;
  #provider: Promise<oidc.Configuration> | undefined;

  constructor(options: OperatorSsoOptions) {
    this.#options = options;
  }

  /** What people are bound at; throws `sso_closed` where there is none. */
  get issuer(): string {
    return this.#config().issuer.href;
  }

  /** Where to send the browser, and what it keeps until it comes back. Throws `sso_closed`, `sso_refused`. */
  async begin(): Promise<{ readonly url: string; readonly browser: string }> {
    const { database, clock } = this.#options;
    const { redirectUri } = this.#config();
    const provider = await this.#ask(() => this.#discovered());
    const [state, browser] = [newToken(), newToken()];
    await insertSsoLogin(database, hashesOf({ state, browser }), clock.now() + LOGIN_MS);
    const { verifier, nonce } = this.#wordsOf({ state, browser });
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return { url: url.href, browser };
  }

  /** Who the provider says that came back. Throws `sso_closed`, `sso_refused`. */
  async identify(answer: SsoAnswer): Promise<OperatorIdentity> {
    const { database, clock } = this.#options;
    const { redirectUri } = this.#config();
    if (!(await takeSsoLogin(database, hashesOf(answer), clock.now())))
      throw new ProblemError('sso_refused');
    const { verifier, nonce } = this.#wordsOf(answer);
    const back = new URL(redirectUri);
    back.searchParams.set('code', answer.code);
    back.searchParams.set('state', answer.state);
    if (answer.iss !== undefined) back.searchParams.set('iss', answer.iss);
    const claims = await this.#ask(async () => {
      const tokens = await oidc.authorizationCodeGrant(await this.#discovered(), back, {
        pkceCodeVerifier: verifier,
        expectedState: answer.state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return tokens.claims();
    });
    // The provider's clock is the world's.
    const seconds = Date.now() / 1_000;
    if (claims === undefined || !isFresh(claims, seconds) || !SUBJECT.test(claims.sub))
      throw new ProblemError('sso_refused');
    return { issuer: this.issuer, subject: claims.sub };
  }

  /** Forgets logins that are over. */
  prune(): Promise<void> {
    return deleteOldSsoLogins(this.#options.database, this.#options.clock.now());
  }

  /** Why the provider refused, or that it was away, is for the log: it may say more than a stranger is told. */
  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      return await question();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the provider of OIDC');
      throw new ProblemError('sso_refused');
    }
  }

  /** The provider as it describes itself; asked again after it was away. */
  #discovered(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#config();
    // Plain HTTP is for this machine alone, as the settings see to.
    const plain = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    this.#provider ??= oidc
      .discovery(issuer, clientId, clientSecret, undefined, {
        execute: [oidc.enableNonRepudiationChecks, ...plain],
        timeout: PROVIDER_SECONDS,
      })
      .catch((error: unknown) => {
        this.#provider = undefined;
        throw error;
      });
    return this.#provider;
  }

  #wordsOf({ state, browser }: Pick<SsoAnswer, 'state' | 'browser'>) {
    const word = (purpose: string) =>
      Buffer.from(this.#options.secrets.digest(purpose, state, browser)).toString('base64url');
    return { verifier: word('operator sso verifier'), nonce: word('operator sso nonce') };
  }

  #config(): SsoConfig {
    const { config } = this.#options;
    if (config === undefined) throw new ProblemError('sso_closed');
    return config;
  }
}

const hashesOf = ({ state, browser }: Pick<SsoAnswer, 'state' | 'browser'>) => ({
  stateHash: tokenHash(state),
  browserHash: tokenHash(browser),
});

export const isFresh = (
  { iat, exp }: { readonly iat: number; readonly exp: number },
  seconds: number,
): boolean =>
  iat <= seconds + CLOCK_SECONDS &&
  iat > seconds - TOKEN_AGE_SECONDS &&
  exp > seconds - CLOCK_SECONDS;
