/** What a proposal is about, read from its payload. */
import type { CurrencyInfo, OperatorRole, Proposal, ProposalKind } from '@fairlead/contract';
import { PROPOSAL_DECIDERS } from '@fairlead/contract/constants';
import { formatDate } from '@fairlead/ui';
import { accountWords } from '../../books/AccountName.tsx';
import { formatMoney } from '../../books/amounts.ts';
import type { Fact } from '../../parts/Facts.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { TERMS_OF } from '../../terms/coming.ts';
import {
  type Change,
  changesOf,
  isRows,
  readTermsJson,
  type TermsRecord,
} from '../../terms/model.ts';
import { unitsOf } from '../../terms/units.ts';
import { withdrawalTexts } from '../withdrawals/texts.ts';
import { proposalTexts as t } from './texts.ts';

type Currencies = ReadonlyMap<number, CurrencyInfo> | undefined;

export interface Posting {
  readonly account: string;
  /** Signed. */
  readonly amount: string;
  readonly currency: string;
}

export interface Subject {
  /** One line for the list. */
  readonly brief: string;
  readonly changes?: readonly Change[];
  readonly postings?: readonly Posting[];
  /** What else must be known. */
  readonly facts?: readonly Fact[];
  /** Where the record is found. */
  readonly link?: string;
}

/** What is proposed, in words. */
export function subjectOf({ kind, payload }: Proposal, currencies: Currencies): Subject {
  const record = readPayload(payload);
  if (record === undefined) return { brief: t.brief.unreadable };
  switch (kind) {
    case 'journal_entry':
      return journalSubject(record, currencies);
    case 'chain_terms':
    case 'custody_settings':
    case 'bank_account':
    case 'futures_terms':
    case 'option_terms':
    case 'option_currency':
    case 'hosting_terms':
    case 'offering_terms':
    case 'referral_terms':
    case 'market_terms':
    case 'currency_terms':
      return termsSubject(kind, record, currencies);
    case 'partner_terms':
      return partnerSubject(record);
    case 'refund_withdrawal':
    case 'resend_withdrawal':
    case 'mark_sent':
      return sendSubject(record);
    case 'unfreeze_user':
    case 'recover_account':
    case 'release_withdrawals':
      return {
        brief: t.brief.user(Number(record['id'])),
        link: `/users?open=${Number(record['id'])}`,
      };
    case 'extend_hold':
    case 'end_hold':
      return holdSubject(record);
    case 'revoke_verification':
      return {
        brief: t.brief.verification(Number(record['verification']), Number(record['id'])),
        link: `/verifications?open=${Number(record['verification'])}`,
      };
    case 'resume_trading':
      return resumeSubject(record);
    case 'reset_operator':
    case 'change_operator':
      return operatorSubject(record);
    case 'bind_operator':
      return {
        brief: t.brief.bound(String(record['name']), String(record['subject'])),
        link: `/operators?open=${Number(record['id'])}`,
      };
    case 'add_reserve':
    case 'end_reserve':
      return reserveSubject(record);
    case 'treasury_limits':
      return limitsSubject(record);
  }
}

type Payload = Readonly<Record<string, unknown>>;

/** What a user earns of each fee, by their own share or their level. */
function partnerSubject(record: Payload): Subject {
  const after = readTermsJson(JSON.stringify(record['after']));
  const before = readTermsJson(JSON.stringify(record['before']));
  const id = Number(after?.['user_id']);
  const change: Change = {
    name: 'ratio',
    label: t.partnerShare,
    before: before === undefined ? undefined : String(before['ratio']),
    after: String(after?.['ratio']),
    takes: undefined,
  };
  return { brief: t.brief.user(id), changes: [change], link: `/users?open=${id}` };
}

/** The hold, when it ends and when it would. */
function holdSubject({ id, hold, was, ends_at: ends }: Payload): Subject {
  const time = (ms: unknown) => formatDate(Number(ms), 'dayMinute', 'en');
  const facts: Fact[] =
    ends === undefined
      ? []
      : [
          [t.hold.was, time(was)],
          [t.hold.ends, time(ends)],
        ];
  return {
    brief: t.brief.hold(Number(hold), Number(id)),
    facts,
    link: `/holds?open=${Number(hold)}`,
  };
}

/** The stop that it would end. */
function resumeSubject({ since, cause, product }: Payload): Subject {
  const facts: Fact[] = [[t.stopCause, t.stopCauses[String(cause)] ?? String(cause)]];
  if (typeof product === 'string') facts.push([t.stopProduct, product]);
  return {
    brief: t.brief.stopped(formatDate(Number(since), 'full', 'en')),
    facts,
    link: '/system',
  };
}

/** A withdrawal as it stood when this was proposed, and what is said to have paid it. */
function sendSubject(record: Payload): Subject {
  const { id, send_state, tx_id, sent_tx_id } = record;
  const facts: Fact[] = [];
  const tab = typeof send_state === 'string' && send_state !== 'idle' ? send_state : 'to_send';
  const name = sendStates[String(send_state)];
  if (name !== undefined) facts.push([t.sendState, name]);
  if (typeof tx_id === 'string') facts.push([t.txId, tx_id]);
  if (typeof sent_tx_id === 'string') facts.push([t.sentTxId, sent_tx_id]);
  return { brief: t.brief.withdrawal(Number(id)), facts, link: `/withdrawals?tab=${tab}` };
}

const sendStates: Readonly<Record<string, string>> = withdrawalTexts.badges;

/** An address of the house, with what its key signed. */
function reserveSubject(record: Readonly<Record<string, unknown>>): Subject {
  const { chain, address, currency, message, signature, balance_minor: balance } = record;
  const facts: readonly (readonly [string, unknown])[] = [
    [t.reserve.currency, currency],
    [t.reserve.message, message],
    [t.reserve.signature, signature],
    [t.reserve.balance, balance === undefined ? undefined : t.reserve.minor(String(balance))],
  ];
  return {
    brief: `${String(chain)} ${String(address)}`,
    facts: facts
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): Fact => [name, String(value)]),
    link: '/liabilities',
  };
}

/** What a hot wallet may hold, before and after. */
function limitsSubject({ chain, currency, before, after }: Payload): Subject {
  const read = (from: unknown) => readTermsJson(JSON.stringify(from));
  const [was, would] = [read(before), read(after)];
  const text = (terms: ReturnType<typeof read>, name: string) =>
    terms === undefined ? undefined : formatMoney(String(terms[name]), String(currency));
  const changes = (['minimum', 'target', 'maximum'] as const).map(
    (name): Change => ({
      ...{ name, label: t.limits[name], before: text(was, name), after: text(would, name) ?? '' },
      takes: undefined,
    }),
  );
  return {
    brief: t.brief.chain(String(currency), sharedTexts.chains[String(chain)] ?? String(chain)),
    changes,
    link: '/treasury',
  };
}

/** An operator's role and whether they are let in, before and after; a reset changes neither. */
function operatorSubject(record: Payload): Subject {
  const id = Number(record['id']);
  const subject = { brief: t.brief.operator(id), link: `/operators?open=${id}` };
  const before = standingOf(record['before']);
  const after = standingOf(record['after']);
  if (before === undefined || after === undefined) return subject;
  const changes = (['role', 'state'] as const)
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      name,
      label: t.standing[name],
      before: before[name],
      after: after[name],
      takes: undefined,
    }));
  return { ...subject, changes };
}

function standingOf(value: unknown): { readonly role: string; readonly state: string } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { role, is_active }: { role?: unknown; is_active?: unknown } = value;
  return { role: String(role), state: is_active === true ? t.standing.active : t.standing.stopped };
}

function readPayload(payload: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function journalSubject(record: Payload, currencies: Currencies): Subject {
  const id = Number(record['currency_id']);
  const currency = currencies?.get(id)?.name ?? String(id);
  const amount = String(record['amount']);
  const source = String(record['source']);
  const target = String(record['target']);
  return {
    brief: t.brief.journal(
      formatMoney(amount, currency),
      accountWords(source),
      accountWords(target),
    ),
    postings: [
      { account: source, amount: `-${amount}`, currency },
      { account: target, amount, currency },
    ],
  };
}

function termsSubject(
  kind: keyof typeof TERMS_OF,
  record: Payload,
  currencies: Currencies,
): Subject {
  const after = readTermsJson(JSON.stringify(record['after']));
  if (after === undefined) return { brief: t.brief.unreadable };
  const before = readTermsJson(JSON.stringify(record['before']));
  const units = unitsOf(after, currencies);
  const changes = changesOf(TERMS_OF[kind], { before, after }, units);
  const brief =
    kind === 'custody_settings'
      ? changes.map(({ label }) => label).join('; ')
      : termsBrief(kind, after, units.currency);
  return { brief, changes };
}

function termsBrief(
  kind: Exclude<keyof typeof TERMS_OF, 'custody_settings'>,
  after: TermsRecord,
  currency: string | undefined,
): string {
  if (kind === 'futures_terms' || kind === 'option_terms' || kind === 'market_terms')
    return String(after['symbol']);
  if (kind === 'referral_terms') {
    const levels = after['levels'];
    return t.brief.levels(isRows(levels) ? levels.length : 0);
  }
  if (kind === 'currency_terms') return String(after['name']);
  const name = currency ?? String(after['currency_id']);
  const id = Number(after['id']);
  if (kind === 'hosting_terms') return t.brief.hosting(name, Number(after['days']), id);
  if (kind === 'offering_terms') return t.brief.offering(name, id);
  if (kind !== 'chain_terms') return name;
  const chain = String(after['chain']);
  return t.brief.chain(name, sharedTexts.chains[chain] ?? chain);
}

/** Why this operator cannot decide; undefined when they can. */
export function obstacleOf(
  { kind, payload, proposed_by_id }: Pick<Proposal, 'kind' | 'payload' | 'proposed_by_id'>,
  me: { readonly id: number; readonly role: OperatorRole },
): string | undefined {
  if (proposed_by_id === me.id) return t.own;
  if (isAboutOperator(kind, payload, me.id)) return t.aboutYou;
  if (me.role === 'owner' || PROPOSAL_DECIDERS[kind].includes(me.role)) return undefined;
  return t.otherRole(PROPOSAL_DECIDERS[kind].map((role) => sharedTexts.roles[role]).join(', '));
}

const isAboutOperator = (kind: ProposalKind, payload: string, id: number): boolean =>
  (kind === 'reset_operator' || kind === 'change_operator') && readPayload(payload)?.['id'] === id;

/** What nobody decided for a week was made for another day: it can only be rejected. */
export const isExpired = ({ expires_at }: Pick<Proposal, 'expires_at'>, now: number): boolean =>
  expires_at !== undefined && expires_at <= now;
