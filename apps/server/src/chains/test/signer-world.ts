/** What every signer's tests begin with: a whole exchange on a port, a folder for files, and withdrawals that were passed. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Currency, WithdrawalRow } from '@fairlead/engine';
import { type Desk, HttpDesk, type Job, type Report } from '@fairlead/signer/desk';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { passWithdrawal, rowOf } from './passed-withdrawal.ts';

export const SIGNER_TOKEN = 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH-signer';
export const SWEEPER_TOKEN = 'Yq8Zt1Xc5Vb7Nm2Lk4Jh6Gf3Ds0Pa9Oi-sweeper';

export interface Said {
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a test makes the exchange say; of passkeys it says what is. */
export type SaidDesk = Omit<Desk, 'passkeys'> & Partial<Pick<Desk, 'passkeys'>>;

export interface Passing {
  readonly currency: Currency;
  readonly operators?: readonly number[];
  readonly approvalsNeeded?: 1 | 2;
  readonly chain?: string;
}

export class ExchangeWorld {
  readonly server: TestServer;
  readonly url: string;
  readonly folder: string;
  readonly chain: string;

  constructor(
    { server, url }: { readonly server: TestServer; readonly url: string },
    chain: string,
  ) {
    this.server = server;
    this.url = url;
    this.chain = chain;
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-signer-'));
  }

  /** An exchange with a signer's credential, listening. */
  static async listen(
    environment: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly server: TestServer; readonly url: string }> {
    const server = await startTestServer({ environment: { SIGNER_TOKEN, ...environment } });
    return { server, url: await server.app.listen({ port: 0, host: '127.0.0.1' }) };
  }

  async close(): Promise<void> {
    await this.server.stop();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  desk(): HttpDesk {
    return new HttpDesk(this.url, SIGNER_TOKEN, this.chain);
  }

  /** The exchange, if it was taken over: it asks for something else than what operators saw. */
  lying(change: (job: Job) => Job): SaidDesk {
    const desk = this.desk();
    return {
      jobs: async () => (await desk.jobs()).map(change),
      report: (report: Report) => desk.report(report),
    };
  }

  /** The exchange takes what it is told, and the signer's process ends before it hears so. */
  endingDesk(): SaidDesk {
    const desk = this.desk();
    return {
      jobs: () => desk.jobs(),
      report: async (report: Report) => {
        await desk.report(report);
        throw new Error('the process ends');
      },
    };
  }

  /** A withdrawal as a user asks for it, passed by as many operators; fee 0.1. */
  pass(
    address: string,
    amount: bigint,
    { currency, operators = [1], approvalsNeeded = 1, chain = this.chain }: Passing,
  ): Promise<WithdrawalRow> {
    return passWithdrawal(this.server, {
      ...{ address, amount, currency, operators, approvalsNeeded, chain },
    });
  }

  row(withdrawalId: number): Promise<WithdrawalRow> {
    return rowOf(this.server, withdrawalId);
  }

  /** What a test leaves open is none of the next one's. */
  async endJobs(nameOf: (id: number) => string): Promise<void> {
    for (const { id, tx_id: txId = nameOf(id) } of await this.desk().jobs())
      await this.server.sequencer.run({
        kind: 'mark_withdrawal',
        withdrawalId: id,
        to: 'sent',
        txId,
      });
  }
}
