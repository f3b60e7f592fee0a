/** The cold wallets and their payments. */
import type { ColdSafeView, ColdStatus } from '@fairlead/contract';

type Findings = NonNullable<ColdSafeView['findings']>;

export const coldTexts = {
  title: 'Cold wallet',
  sub: 'What only several of you together can spend: this server has no key of it. A payment is built here, signed in your own wallets, and goes to a hot wallet when enough of you have signed.',
  payments: 'Payments',
  empty: 'Nothing was paid from the cold wallet yet.',
  unset:
    'No cold wallet is set. For bitcoin make one with the wallets of several operators and give its descriptor to the server (COLD_BTC); for Ethereum a Safe, and give its address (COLD_EVM).',
  away: 'The node does not answer: what the wallets hold is not known.',
  unlisted: (amount: string) =>
    `${amount} BTC more lie on addresses with more coins than the node tells of: strangers paid dust to them. A payment from here spends the largest coins that are known. To see all, start your node with a higher limit (electrs: --utxos-limit).`,
  head: {
    label: 'Wallets',
    wallet: 'Wallet',
    holds: 'Holds',
    held: 'In open payments',
    cold: (required: number, keys: number) => `Cold, ${required} of ${keys} keys`,
    hot: 'Hot',
    receive: 'To fill the cold wallet, pay its next address',
    receiveHint: (index: number) =>
      `Receiving address ${index}. Compare it with a hardware wallet first: whoever owns this server could show another.`,
    keys: 'Keys',
    copyDescriptor: 'Copy the descriptor',
  },
  safe: {
    label: 'Wallets on Ethereum',
    title: (version: string | undefined) => (version === undefined ? 'Safe' : `Safe ${version}`),
    hint: (required: number, owners: number, nonce: number) =>
      `${required} of ${owners} owners sign. Its next number is ${nonce}. To fill it, pay this address; compare it with your own wallet first.`,
    owners: 'Owners',
    away: 'The nodes do not answer, or do not agree: who owns this Safe and what it holds is not known.',
    findings: {
      unknown_code:
        'What is at this address is no Safe of version 1.3.0 or 1.4.1. Nothing that it says can be believed, and nothing is built.',
      unproved:
        'The nodes tell of no set-up of this Safe, or of more than one, so nobody knows what ran in it. Nothing is built while that is so. Ask a node that keeps every event since the first block.',
      initializer:
        'A contract ran in the set-up of this Safe and could write modules and owners that no list shows. It cannot be undone: make another Safe, and move what is here to it in your own wallets now. Nothing is built. It was:',
      one_signs: 'One owner alone spends from this Safe. Nothing is built while that is so.',
      module:
        'A module spends from this Safe without its owners. Nothing is built while that is so. If you did not add it, move what is there in your own wallets now:',
      handler:
        'What answers calls of this Safe is not its own fallback handler, and might spend what it holds. Nothing is built while that is so:',
      guard: 'A guard can refuse what owners signed, and so keep them from what the Safe holds:',
    } satisfies Record<Findings[number]['kind'], string>,
  },
  columns: {
    id: 'No.',
    amount: 'Amount',
    address: 'To',
    signed: 'Signed',
    by: 'Proposed by',
    status: 'State',
    time: 'Proposed',
  },
  statuses: {
    signing: 'to sign',
    signed: 'to send',
    sent: 'sent',
    confirmed: 'confirmed',
    cancelled: 'cancelled',
    expired: 'expired',
    failed: 'failed',
  } satisfies Record<ColdStatus, string>,
  said: {
    signing:
      'Open the file in your wallet. On the hardware, compare the address and the amount with these: the screen here could lie.',
    signed: 'Enough have signed. Anybody sends it, and pays its gas: what to do stands below.',
    sent: 'Enough have signed. It is in no final block yet.',
    confirmed: 'It has its confirmations.',
    cancelled:
      'It was given up here. Whoever has enough signatures of it can still send it; it pays the same hot wallet.',
    expired:
      'Too few signed in time. Whoever has enough signatures of it can still send it; it pays the same hot wallet.',
    failed: 'Another transaction spent one of its coins.',
  } satisfies Record<ColdStatus, string>,
  saidOfSafe: {
    signing:
      'Sign the typed data in your wallet. On the hardware, compare the address and the amount, or the two hashes where it shows no more, with what your own software makes of it: the screen here could lie.',
    failed: 'Another transaction of the Safe had its number.',
  },
  signedOf: (signed: number, required: number) => `${signed} of ${required}`,
  panel: (id: number) => `Payment ${id}`,
  facts: {
    amount: 'Amount',
    fee: 'Fee',
    change: 'Back to the cold wallet',
    coins: 'Coins',
    nonce: 'Number (nonce)',
    by: 'Proposed by',
    expires: 'To be signed by',
    reason: 'Reason',
    endedBy: 'Cancelled by',
    endedFor: 'Because',
  },
  signatures: 'Signatures',
  noSignature: 'None yet.',
  keyNumber: (number: number) => `Key ${number + 1}`,
  broughtBy: (name: string, time: string) => `brought by ${name}, ${time}`,
  ownerNumber: (number: number) => `Owner ${number + 1}`,
  file: {
    title: 'To sign',
    domain: 'Domain hash',
    message: 'Message hash',
    hash: 'safeTxHash',
    download: 'Download the typed data',
    copy: 'Copy the typed data',
  },
  send: {
    title: 'To send',
    hint: 'Call the Safe with this, without ether, from any account that has some for gas. It does what was signed and nothing else, whoever sends it.',
    before: (nonce: number) => `Payments with numbers below ${nonce} have to be sent first.`,
    safe: 'Safe',
    copy: 'Copy the call',
  },
  carriedBy: 'Carried out by',
  download: 'Download the PSBT',
  copy: 'Copy as base64',
  sign: 'Bring a signed one',
  signSafe: 'Bring a signature',
  choose: 'Choose a file',
  pasted: 'Signed PSBT',
  pastedHint: 'Base64, or a .psbt file as your wallet writes it. Only its signatures are taken.',
  signatureLabel: 'Signature',
  signatureHint:
    '65 bytes in hexadecimal digits, as your wallet gives them for typed data; several on lines of their own.',
  bring: 'Take its signatures',
  brought: (signed: number, required: number) => `Signed by ${signed}; ${required} are needed.`,
  sentNow: 'Enough have signed: it is sent.',
  signedNow: 'Enough have signed: it can be sent.',
  cancel: 'Give it up',
  cancelHint:
    'Its coins, or its number, are free for another payment. The reason is in the audit log.',
  cancelled: 'Given up.',
  propose: {
    button: 'Fill a hot wallet',
    title: 'Fill a hot wallet',
    lead: 'Builds a payment from the cold wallet to one of your hot wallets (HOT_ADDRESSES; without it, OWN_ADDRESSES), and to nobody else. Nothing moves until enough of you have signed it.',
    currency: 'Currency',
    address: 'Hot wallet',
    choose: 'Choose one',
    amount: 'Amount',
    reason: 'Reason',
    submit: 'Build it',
    done: (id: number) => `Payment ${id} waits for signatures.`,
  },
};
