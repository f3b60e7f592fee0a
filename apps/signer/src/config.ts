/** The signer's settings: the only reader of the environment here. Values of secrets are in no message. */
import process from 'node:process';

export interface SignerConfig {
  /** Where the exchange listens, e.g. https://exchange.example */
  readonly exchangeUrl: string;
  readonly token: string;
  /** The chain's nodes; one, but on Tron. */
  readonly rpcUrls: readonly string[];
  readonly keyFile: string;
  readonly password: string;
  readonly journalFile: string;
  readonly policyFile: string;
  /** Its own record of users' passkeys. */
  readonly passkeysFile: string;
  /** Time between rounds. */
  readonly everyMs: number;
}

export class SettingError extends Error {
  override readonly name = 'SettingError';
}

type Environment = Readonly<Record<string, string | undefined>>;

export function setting(name: string, environment: Environment = process.env): string {
  const value = environment[name]?.trim();
  if (value === undefined || value === '') throw new SettingError(`${name} must be set`);
  return value;
}

export function loadSignerConfig(
  node: 'RPC_EVM' | 'RPC_BTC' | 'RPC_TRON' = 'RPC_EVM',
  environment: Environment = process.env,
  credential = 'SIGNER_TOKEN',
): SignerConfig {
  const seconds = Number(environment['SIGNER_EVERY_SECONDS'] ?? '10');
  if (!(seconds >= 1 && seconds <= 3_600))
    throw new SettingError('SIGNER_EVERY_SECONDS must be from 1 to 3600');
  const token = setting(credential, environment);
  if (token.length < 32) throw new SettingError(`${credential} must have 32 characters or more`);
  return {
    exchangeUrl: webUrl('EXCHANGE_URL', environment),
    token,
    rpcUrls:
      node === 'RPC_TRON'
        ? setting(node, environment)
            .split(',')
            .map((url) => checkUrl(node, url.trim()))
        : [webUrl(node, environment)],
    keyFile: setting('SIGNER_KEY_FILE', environment),
    password: setting('SIGNER_PASSWORD', environment),
    journalFile: setting('SIGNER_JOURNAL', environment),
    policyFile: setting('SIGNER_POLICY', environment),
    passkeysFile: environment['SIGNER_PASSKEYS']?.trim() ?? '',
    everyMs: seconds * 1_000,
  };
}

/** Of a signer that sweeps: with a credential of its own, or at an exchange that has only the one. */
export function loadSweeperConfig(
  node: 'RPC_EVM' | 'RPC_BTC',
  environment: Environment = process.env,
): SignerConfig {
  const hasOwn = (environment['SWEEPER_TOKEN']?.trim() ?? '') !== '';
  return loadSignerConfig(node, environment, hasOwn ? 'SWEEPER_TOKEN' : 'SIGNER_TOKEN');
}

const webUrl = (name: string, environment: Environment): string =>
  checkUrl(name, setting(name, environment));

/** The credential goes to the exchange: over the network only encrypted. */
function checkUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new SettingError(`${name} must begin with https:// or http://`);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (name === 'EXCHANGE_URL' && url.protocol === 'http:' && !isLoopback)
    throw new SettingError(`${name} must begin with https:// unless it is on this machine`);
  return value;
}
