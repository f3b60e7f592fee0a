/** Operators' second factors: enrolment, the code of each login, recovery codes. */
import { ProblemError } from '@fairlead/contract';
import {
  FACTOR_CODES_WRONG_MAX,
  OPERATOR_ENROL_MS,
  WRONG_PASSWORDS_WINDOW_MS,
} from '../../core/http/limits.ts';
import type { Secrets } from '../../core/operations/secrets.ts';
import type { Database } from '../../core/store/database.ts';
import {
  newOtpSecret,
  newRecoveryCodes,
  otpStep,
  otpUri,
  readRecoveryCode,
  TryCounter,
} from '../../identity/index.ts';
import type { OperatorRow } from '../queries.ts';
import {
  beginOperatorFactor,
  confirmOperatorFactor,
  pendingOperatorFactor,
  useOperatorRecoveryCode,
  useOperatorStep,
} from './factor-queries.ts';

/** What recovery codes are digested for. */
const RECOVERY = 'operator recovery code';

export interface OperatorFactorsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Secrets;
  /** The exchange's name. */
  readonly issuer: string;
}

export class OperatorFactors {
  readonly #options: OperatorFactorsOptions;
  /** By operator: only who knows the password can spend these. */
  readonly #tries = new TryCounter({
    triesMax: FACTOR_CODES_WRONG_MAX,
    windowMs: WRONG_PASSWORDS_WINDOW_MS,
  });

  constructor(options: OperatorFactorsOptions) {
    this.#options = options;
  }

  /** Keeps a new secret until a code of it is given. */
  async begin({
    operatorId,
    name,
  }: OperatorRow): Promise<{ readonly secret: string; readonly uri: string }> {
    const { database, clock, secrets, issuer } = this.#options;
    const secret = newOtpSecret();
    const pending = { sealed: secrets.seal(secret), nowMs: clock.now() };
    if (!(await beginOperatorFactor(database, operatorId, pending)))
      throw new ProblemError('otp_already_set');
    return { secret, uri: otpUri(secret, { issuer, label: name }) };
  }

  /** Turns the factor on and gives its recovery codes, which are shown once. */
  async confirm(operator: OperatorRow, code: string): Promise<string[]> {
    const { database, clock, secrets } = this.#options;
    const { operatorId } = operator;
    if (operator.otpSecret !== undefined) throw new ProblemError('otp_already_set');
    const sealed = await pendingOperatorFactor(
      database,
      operatorId,
      clock.now() - OPERATOR_ENROL_MS,
    );
    if (sealed === undefined) throw new ProblemError('otp_not_begun');
    const codes = newRecoveryCodes();
    const isRight = await this.#attempt(operatorId, async () => {
      const step = otpStep(secrets.open(sealed), code, clock.now());
      if (step === undefined) return false;
      const codeHashes = codes.map((each) => this.#codeHash(operatorId, each));
      const confirmed = { operatorId, sealed, step, codeHashes };
      return database.transaction((transaction) => confirmOperatorFactor(transaction, confirmed));
    });
    if (!isRight) throw new ProblemError('code_wrong');
    return codes;
  }

  /** Whether a code of the authenticator or a recovery code is right; it is used up. */
  check(operator: OperatorRow, text: string): Promise<boolean> {
    const { database, clock, secrets } = this.#options;
    const { operatorId, otpSecret } = operator;
    return this.#attempt(operatorId, async () => {
      if (otpSecret === undefined) return false;
      const nowMs = clock.now();
      const step = otpStep(secrets.open(otpSecret), text.trim(), nowMs);
      if (step !== undefined) return useOperatorStep(database, operatorId, step);
      const code = readRecoveryCode(text);
      if (code === undefined) return false;
      // It may have been given out under a secret that was since changed.
      const codeHashes = secrets.digests(RECOVERY, String(operatorId), code);
      return useOperatorRecoveryCode(database, { operatorId, codeHashes, nowMs });
    });
  }

  #codeHash(operatorId: number, code: string): Uint8Array {
    const letters = readRecoveryCode(code) ?? '';
    return this.#options.secrets.digest(RECOVERY, String(operatorId), letters);
  }

  /** Counts wrong codes (G18); each counts from its start, so parallel ones are no more than allowed. */
  async #attempt(operatorId: number, check: () => Promise<boolean>): Promise<boolean> {
    const key = String(operatorId);
    const { clock } = this.#options;
    const waitMs = this.#tries.waitMs(key, clock.now());
    if (waitMs > 0) throw new ProblemError('locked_out', { retryAfterMs: waitMs });
    this.#tries.begin(key);
    try {
      const isRight = await check();
      if (isRight) this.#tries.clear(key);
      else this.#tries.wrong(key, clock.now());
      return isRight;
    } finally {
      this.#tries.end(key);
    }
  }
}
