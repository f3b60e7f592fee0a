/** Password hashing (argon2id), and the passwords everybody guesses first. */
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { PASSWORD_HASHES_MAX, PASSWORD_QUEUE_MAX } from '../core/http/limits.ts';
import { Turns } from '../core/http/turns.ts';

export interface HashParameters {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's least for argon2id; raising it re-hashes each password at its next use. */
const PARAMETERS: HashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Most used in breaches, in the length we allow, lower case. Long runs and repeats are found by rule. */
const COMMON = new Set(
  `password passw0rd password1 password12 password123 password1234 passwort motdepasse contraseña
  qwerty qwertz azerty qwerty1 qwerty12 qwerty123 qwertyuiop qwer1234 asdfgh asdfghjkl asdf1234 zxcvbn
  zxcvbnm 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qazwsx qazwsxedc abc123 abcd1234 a123456
  a12345678 aa123456 abc12345 123abc 123qwe qwe123 1234qwer 123456a 123123 123123123 12341234 123321
  121212 123654 159753 147258 147258369 147852 789456 789456123 987654321 1029384756 112233 102030
  101010 131313 696969 232323 iloveyou iloveyou1 loveme lovely monkey dragon master shadow sunshine
  princess football baseball basketball soccer hockey superman batman spiderman pokemon naruto starwars
  letmein welcome welcome1 welcome123 login admin admin1 admin123 administrator root toor guest test
  test123 test1234 testtest temp temp123 changeme changeme123 default secret secret123 trustno1 whatever
  freedom computer internet samsung google facebook linkedin myspace hunter hunter2 killer ninja mustang
  harley ranger jordan jordan23 michael jessica ashley daniel andrew charlie thomas michelle jennifer
  nicole hannah amanda matthew joshua robert george buster tigger pepper ginger cookie summer winter
  flower purple orange banana cheese chocolate butterfly angel angel1 babygirl blink182 liverpool
  chelsea arsenal barcelona realmadrid juventus manchester woaini woaini1314 5201314 woaiwojia aini1314
  doudou sakura sayonara arigato nihongo tokyo123 korea123 seoul123 thailand bangkok hongkong beijing
  bitcoin bitcoin1 bitcoin123 ethereum crypto crypto123 cryptocurrency blockchain satoshi nakamoto
  satoshi1 hodl hodler tothemoon moon123 lambo wallet wallet123 trading trader trader123 exchange
  exchange123 money money123 dollar dollars millionaire usdt usdt123 tether binance coinbase kraken`
    .split(/\s+/)
    .filter((word) => word.length > 0),
);
/** Words of this place: with a few digits or marks they are no password. */
const CONTEXT =
  /^(fair-?lead|bitcoin|ethereum|crypto|tether|password|passwort|welcome|exchange)[\d\W_]{0,6}$/;
const KEYBOARD_ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', '09876543210', 'qwertyuiop'];

/** Whether a password is among the first that are tried, for anyone or for this account. */
export function isCommonPassword(password: string, account: string): boolean {
  const lower = password.toLowerCase();
  const isRepeat = /^(.{1,3})\1+$/u.test(lower);
  const isRun = KEYBOARD_ROWS.some((row) => row.includes(lower));
  const name = account.split('@', 1)[0]?.replace(/^\+/, '').toLowerCase() ?? '';
  const isOwnName = name.length >= 4 && (lower === name || lower === account.toLowerCase());
  return isRepeat || isRun || isOwnName || COMMON.has(lower) || CONTEXT.test(lower);
}

/**
 * Whether six digits are among the first that are tried: what is common as a password, equal steps up or down
 * (123456, 890123, 135791), the same by pairs (112233), and halves that mirror each other (123321).
 */
export function isCommonPin(pin: string): boolean {
  const isMirrored = pin === [...pin].reverse().join('');
  const pairs = /^(\d)\1(\d)\2(\d)\3$/.exec(pin)?.slice(1).join('');
  return isCommonPassword(pin, '') || isMirrored || isStepped(pin) || isStepped(pairs ?? '01');
}

const isStepped = (pin: string): boolean => {
  const steps = [...pin]
    .slice(1)
    .map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10);
  return steps.length > 1 && steps.every((step) => step === steps[0]);
};

export class Passwords {
  readonly #turns = new Turns({ atOnceMax: PASSWORD_HASHES_MAX, waitingMax: PASSWORD_QUEUE_MAX });
  /** Checked instead of a hash that does not exist, so that an unknown account takes as long. */
  readonly #dummyHash: Promise<string>;
  readonly #parameters: HashParameters;

  /** Tests that are not about hashing give cheaper parameters. */
  constructor(parameters = PARAMETERS) {
    this.#parameters = parameters;
    this.#dummyHash = hash('an account that does not exist', parameters);
    // Whoever awaits it sees the failure; nobody may be there yet.
    this.#dummyHash.catch(() => undefined);
  }

  /** Makes a PHC string with a salt of its own. */
  hash(password: string): Promise<string> {
    return this.#turns.run(() => hash(password, this.#parameters));
  }

  /** Whether the password is right. Without a hash it takes as long and is wrong. */
  async verify(stored: string | undefined, password: string): Promise<boolean> {
    const phc = stored ?? (await this.#dummyHash);
    const isRight = await this.#turns.run(() => verify(phc, password));
    return isRight && stored !== undefined;
  }

  /** Whether a hash was made with other parameters than today's. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return (
      memoryCost !== this.#parameters.memoryCost ||
      timeCost !== this.#parameters.timeCost ||
      parallelism !== this.#parameters.parallelism
    );
  }
}
