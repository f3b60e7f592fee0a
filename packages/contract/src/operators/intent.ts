/**
 * What an operator signs with a passkey when they pass something. Its hash is the challenge, so what they pass is what their
 * page showed, and is nothing to another record, operator or exchange. Console and server write it here.
 */

export const APPROVAL_RECORDS = [
  'proposal',
  'deposit',
  'withdrawal',
  'subscription',
  'operator',
] as const;

export type ApprovalRecord = (typeof APPROVAL_RECORDS)[number];

export interface ApprovalDraft {
  readonly record: ApprovalRecord;
  readonly id: number;
  /** JSON text of what is passed, names sorted. */
  readonly says: string;
}

export interface ApprovalIntent extends ApprovalDraft {
  readonly version: 1;
  readonly kind: 'approval';
  /** The exchange's id. */
  readonly deployment: string;
  /** The operator's id. */
  readonly operator: number;
  /** Given by the server: good for a while, and once. */
  readonly nonce: string;
}

/** RFC 8785 JSON: names sorted, no blanks. SHA-256 of it in UTF-8 is what is signed. */
export function approvalText(intent: ApprovalIntent): string {
  const { deployment, id, kind, nonce, operator, record, says, version } = intent;
  return JSON.stringify({ deployment, id, kind, nonce, operator, record, says, version });
}

export const proposalApproval = (proposal: {
  readonly id: number;
  readonly kind: string;
  readonly payload: string;
  readonly proposed_by_id: number;
  readonly reason: string;
}): ApprovalDraft => {
  const { id, kind, payload, proposed_by_id, reason } = proposal;
  return {
    record: 'proposal',
    id,
    says: JSON.stringify({ kind, payload, proposed_by_id, reason }),
  };
};

export const withdrawalApproval = (withdrawal: {
  readonly id: number;
  readonly address: string;
  readonly chain: string;
  readonly currency: string;
  readonly intent_hash: string;
  readonly receipt_amount: string;
  readonly user_id: number;
}): ApprovalDraft => {
  const { id, address, chain, currency, intent_hash, receipt_amount, user_id } = withdrawal;
  const says = { address, chain, currency, intent_hash, receipt_amount, user_id };
  return { record: 'withdrawal', id, says: JSON.stringify(says) };
};

/** `given`: as the decision names them; "" for what it leaves to the record. */
export const depositApproval = (
  deposit: {
    readonly id: number;
    readonly amount: string;
    readonly currency: string;
    readonly user_id: number;
  },
  given: { readonly credited: string; readonly reference: string },
): ApprovalDraft => {
  const { id, amount, currency, user_id } = deposit;
  const { credited, reference } = given;
  const says = { amount, credited, currency, reference, user_id };
  return { record: 'deposit', id, says: JSON.stringify(says) };
};

export const subscriptionApproval = (subscription: {
  readonly id: number;
  readonly amount: string;
  readonly currency: string;
  readonly paid: string;
  readonly payment_currency: string;
  readonly user_id: number;
}): ApprovalDraft => {
  const { id, amount, currency, paid, payment_currency, user_id } = subscription;
  const says = { amount, currency, paid, payment_currency, user_id };
  return { record: 'subscription', id, says: JSON.stringify(says) };
};

/** That the right person came in. `link_by`: as the list names them; "" where it was the server's machine. */
export const operatorApproval = (operator: {
  readonly id: number;
  readonly link_by?: string | undefined;
  readonly name: string;
  readonly role: string;
}): ApprovalDraft => {
  const { id, link_by = '', name, role } = operator;
  return { record: 'operator', id, says: JSON.stringify({ link_by, name, role }) };
};

/** Who somebody is to be at the provider, or is there no longer. */
export const bindingApproval = (binding: {
  readonly id: number;
  readonly act: 'bind' | 'unbind';
  readonly name: string;
  readonly subject: string;
}): ApprovalDraft => {
  const { id, act, name, subject } = binding;
  return { record: 'operator', id, says: JSON.stringify({ act, name, subject }) };
};

/** That somebody is added, before there is a number for them: where the link goes, "" where the maker carries it. */
export const newOperatorApproval = (operator: {
  readonly email?: string | undefined;
  readonly name: string;
  readonly role: string;
}): ApprovalDraft => {
  const { email = '', name, role } = operator;
  return { record: 'operator', id: 0, says: JSON.stringify({ email, name, role }) };
};
