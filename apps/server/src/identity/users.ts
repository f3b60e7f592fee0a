/** What users ask with, what a new one is given, and what a user may know of themselves. */
import { randomInt } from 'node:crypto';
import type { Language, User, Verification } from '@fairlead/contract';
import type { AccountName } from './accounts.ts';
import type { CodeOrTicket } from './codes/codes.ts';
import type { UserRow } from './users/queries.ts';

/** From where a call comes, as far as it says. */
export interface Origin {
  readonly ip: string;
  readonly deviceId: string | undefined;
  readonly userAgent: string | undefined;
  /** As a proxy names it, where one does. */
  readonly country?: string | undefined;
  readonly language: Language;
}

export interface Registration {
  readonly account: AccountName;
  readonly code: string;
  readonly password: string;
  readonly inviteCode: string | undefined;
}

export interface Login {
  readonly account: string;
  readonly password: string;
  /** Sent with scene login_new_device. */
  readonly code?: string | undefined;
  /** Of the second factor, or a recovery code. */
  readonly otp?: string | undefined;
}

export interface Reset {
  readonly account: AccountName;
  readonly proof: CodeOrTicket;
  readonly password: string;
  readonly otp: string | undefined;
}

export interface LoggedIn {
  readonly token: string;
  readonly user: User;
}

/** Without letters and digits that are taken for one another. */
const INVITE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITE_LENGTH = 8;

export function newInviteCode(): string {
  let code = '';
  for (let place = 0; place < INVITE_LENGTH; place += 1)
    code += INVITE_ALPHABET[randomInt(INVITE_ALPHABET.length)];
  return code;
}

export interface UserProfile {
  readonly levels: { readonly basic: Verification; readonly advanced: Verification };
  readonly hasFundPassword: boolean;
  readonly hasOtp: boolean;
  readonly hasPasskey: boolean;
}

/** What users may know of themselves; nothing else leaves. */
export function userView(user: UserRow, profile: UserProfile): User {
  return {
    id: user.userId,
    nickname: user.nickname,
    account: user.account,
    phone: user.kind === 'phone' ? user.account : null,
    email: user.kind === 'email' ? user.account : null,
    invite_code: user.inviteCode,
    is_partner: user.isPartner,
    created_at: user.createdAtMs,
    basic_verification: profile.levels.basic,
    advanced_verification: profile.levels.advanced,
    has_fund_password: profile.hasFundPassword,
    has_otp: profile.hasOtp,
    has_passkey: profile.hasPasskey,
    lang: user.lang,
  };
}
