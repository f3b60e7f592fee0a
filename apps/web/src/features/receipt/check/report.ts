/** What a reader hands on when a receipt does not match: everything needed to look at it again, in English. */
import type { Receipt } from '@fairlead/contract';
import { PRODUCT, VERSION } from '@fairlead/contract/constants';
import type { Verdict } from './verdict.ts';

export interface ReportOf {
  readonly receipt: Receipt | undefined;
  readonly verdict: Extract<Verdict, { state: 'mismatch' }>;
  /** Where it was seen. */
  readonly url: string;
}

export function reportText({ receipt, verdict, url }: ReportOf): string {
  const about =
    receipt === undefined
      ? []
      : [
          `Receipt ${receipt.id}, ${receipt.kind}, ${receipt.symbol}`,
          `Hash ${receipt.hash}`,
          `Previous hash ${receipt.previous_hash}`,
        ];
  return [
    `${PRODUCT}: a receipt does not match`,
    ...about,
    `Checked ${new Date(verdict.atMs).toISOString()} by ${PRODUCT} ${VERSION} on ${url}`,
    ...verdict.failed.map(({ name, detail }) => `Failed: ${name}: ${detail}`),
  ].join('\n');
}
