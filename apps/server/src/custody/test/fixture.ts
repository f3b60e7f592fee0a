/** Users who may withdraw, pictures that prove, and decisions of operators, for tests of money in and out. */

import { randomUUID } from 'node:crypto';
import type { WithdrawalRow } from '@fairlead/engine';
import { LONE, USDT } from '@fairlead/testkit';
import { DAY_MS } from '@fairlead/units';
import { Secret, TOTP } from 'otpauth';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { insertFile } from '../../verification/file-queries.ts';

export const FUND_PASSWORD = '271828';

/** Checksummed as EIP-55 says. */
export const ETH_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
export const ETH_ADDRESS_2 = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
export const ETH_ADDRESS_3 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** Passes a user's basic verification, or the advanced one too. */
export async function verify(
  server: TestServer,
  userId: number,
  level: 'basic' | 'advanced' = 'basic',
): Promise<void> {
  const { verification, database } = server.context;
  await verification.askBasic(userId, { country: 'JP', name: 'Test', idNumber: `ID ${userId}` });
  if (level === 'advanced')
    await database.query(
      `INSERT INTO verifications (user_id, level, status, details, key_id, front_file_id,
         back_file_id, holding_file_id, created_at_ms, decided_at_ms)
       SELECT $1, 'advanced', 'passed', details, key_id, $2, $2, $2, 1, 1 FROM verifications
       WHERE user_id = $1`,
      [userId, await addPicture(server, userId, 'kyc')],
    );
  const [row] = await database.query<{ verification_id: bigint }>(
    "SELECT verification_id FROM verifications WHERE user_id = $1 AND level = 'basic'",
    [userId],
  );
  const [operator] = await database.query<{ operator_id: bigint }>(
    'SELECT operator_id FROM operators LIMIT 1',
  );
  await verification.decide({
    verificationId: Number(row?.verification_id),
    status: 'passed',
    reason: undefined,
    operatorId: Number(operator?.operator_id),
  });
}

/** A picture of the user as the table has it; its bytes are not needed here. */
export async function addPicture(
  server: TestServer,
  userId: number,
  purpose: 'kyc' | 'deposit_proof' = 'deposit_proof',
): Promise<number> {
  const { database } = server.context;
  const file = {
    userId,
    purpose,
    name: randomUUID(),
    mime: 'image/jpeg',
    wrappedKey: new Uint8Array(1),
    keyId: 'test',
    uploadSha256: new Uint8Array(32),
    pixelSha256: new Uint8Array(32),
    createdAtMs: server.clock.now(),
  };
  const fileId = await insertFile(database, file, { userId, sinceMs: 0, filesMax: 1_000 });
  if (fileId === undefined) throw new Error('the quota is used up');
  return fileId;
}

/** A fresh code of the scene that payees need; waits out the time between two. */
export async function payeeCode(server: TestServer, user: TestUser): Promise<string> {
  await server.pass(60_000);
  await server.data('smsOtherMail', { scene: 'withdraw_address' }, user);
  return server.code(user.email);
}

export interface AddressRequest {
  readonly currency_id?: number;
  readonly chain?: string;
  readonly address?: string;
  readonly note?: string;
  readonly otp?: string;
}

/** Saves an address of USDT on ERC20 unless told otherwise. */
export async function addAddress(
  server: TestServer,
  user: TestUser,
  request: AddressRequest = {},
): Promise<{ readonly id: number; readonly usable_at: number }> {
  return server.data('addAddress', await addressRequest(server, user, request), user);
}

export async function addressRequest(
  server: TestServer,
  user: TestUser,
  request: AddressRequest = {},
): Promise<Record<string, unknown>> {
  return {
    currency_id: USDT.currencyId,
    chain: 'ERC20',
    address: ETH_ADDRESS,
    fund_password: FUND_PASSWORD,
    code: await payeeCode(server, user),
    ...request,
  };
}

export interface Holder extends TestUser {
  /** A usable address of USDT on ERC20. */
  readonly addressId: number;
}

/** A verified user with a fund password, 1,000 USDT, 10 BTC and an address that has cooled off. */
export async function holder(server: TestServer): Promise<Holder> {
  const user = await server.trader();
  await verify(server, user.userId);
  await server.context.fundPasswords.setFirst(user.userId, FUND_PASSWORD);
  const { id } = await addAddress(server, user);
  await server.pass(DAY_MS);
  return { ...user, addressId: id };
}

/** A withdrawal of USDT to the holder's address. */
export const outOf = (user: Holder, amount = '100', more: Record<string, unknown> = {}) => ({
  currency_id: USDT.currencyId,
  chain: 'ERC20',
  address_id: user.addressId,
  amount,
  fund_password: FUND_PASSWORD,
  ...more,
});

/** Passes or rejects as operator 1 and, where it takes two, 2. */
export async function decide(
  server: TestServer,
  withdrawalId: number,
  decision: 'passed' | 'rejected',
  operators: readonly number[] = [1],
): Promise<void> {
  for (const operatorId of operators)
    await server.run({
      kind: 'decide_withdrawal',
      withdrawalId,
      operatorId,
      intentHash: 'test',
      decision,
      lone: LONE,
      ...(decision === 'rejected' && { reason: 'The name does not match.' }),
    });
}

/** Turns the second factor on and gives what makes its codes at the server's time. */
export async function secondFactor(server: TestServer, user: TestUser): Promise<() => string> {
  const { userOtp } = server.context;
  const { secret } = await userOtp.begin(user.userId, user.email);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => totp.generate({ timestamp: server.clock.now() });
  await userOtp.confirm(user.userId, code());
  await server.pass(60_000);
  return code;
}

/** What the coin account of USDT holds. */
export async function usdtOf(
  server: TestServer,
  user: TestUser,
): Promise<{ readonly available: string; readonly frozen: string }> {
  const request = { account: 'coin', currency_id: USDT.currencyId };
  const { available, frozen } = await server.data('walletDetail', request, user);
  return { available, frozen };
}

/** A user's withdrawals as the engine keeps them. */
export async function withdrawalRows(server: TestServer): Promise<readonly WithdrawalRow[]> {
  return server.sequencer.atRest(async (engine) => engine.holdSnapshot().withdrawals);
}
