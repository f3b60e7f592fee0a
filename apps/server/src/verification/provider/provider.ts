/** What the provider that checks who users are is asked, and what it answers. Pictures are never sent: it takes its own, on its own page. */
import { IDENTITY_REASONS, zIdentityWord, zProviderWord } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import * as z from 'zod/mini';
import { isPrivateWay } from '../../core/config/providers.ts';

/** Asks to open a check; the same for every try. There is never more in it than what is claimed and must be compared. */
export interface OpeningQuestion {
  readonly id: string;
  readonly action: 'open';
  readonly verification: string;
  /** A number of this exchange's, by which the provider tells users apart. */
  readonly user: string;
  readonly level: 'basic' | 'advanced';
  /** As on the document; the address of advanced ones. */
  readonly claim: {
    /** ISO 3166 alpha-2. */
    readonly country?: string;
    readonly name?: string;
    readonly id_number?: string;
    readonly address?: string;
  };
  /** Until when it is waited for, in milliseconds since 1970. */
  readonly expires_at: number;
  readonly callback_url: string;
  /** Where the user goes from the provider's page. */
  readonly return_url: string;
}

/** Asks what became of one, where nothing was called back. */
export interface StatusQuestion {
  readonly id: string;
  readonly action: 'status';
  readonly verification: string;
  readonly session: string;
}

export type IdentityQuestion = OpeningQuestion | StatusQuestion;

export const zOpened = z.object({
  id: z.string(),
  session: zProviderWord,
  url: z.string().check(
    z.maxLength(2_000),
    z.refine((text) => URL.canParse(text) && isPrivateWay(new URL(text))),
  ),
});

export const zStatus = z.object({
  ...zIdentityWord.shape,
  id: z.string(),
  verdict: z.enum([...zIdentityWord.shape.verdict.options, 'pending']),
});

/** So long a check is waited for; then an operator decides as without a provider. */
export const CHECK_DAYS = 7;

/** When a submission that is sent now is waited for no longer. */
export const checkEndsAt = (nowMs: number): number => nowMs + CHECK_DAYS * DAY_MS;

/** By which the provider knows a submission. */
export const checkName = (verificationId: number): string => `verification_${verificationId}`;

export const verificationOf = (name: string): number => Number(name.slice('verification_'.length));

/** A word of the catalogue of reasons. */
export const knownReason = (reason: string | undefined): string =>
  `identity_${IDENTITY_REASONS.find((each) => each === reason) ?? 'other'}`;
