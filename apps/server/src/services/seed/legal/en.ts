import type { LegalPlaceholders } from './texts.ts';

export const en: LegalPlaceholders = {
  terms: {
    title: 'User agreement',
    body: `## Your account
One person, one account. You are of age and act for yourself. Keep passwords and codes to yourself: whoever has them acts in your name.

## Your money
What you hold is the sum of entries in a ledger, each of which you can see under Records. Nobody can change a price, a fill or a balance; a correction is an entry of its own, made by one operator and approved by another.

## Trading
An order is binding once it is accepted. Fees, bands and limits are shown before you confirm. Options and futures are settled by the published index, and each settlement has a receipt that you can check.

## Limits
Withdrawals need verification, and are reviewed by people. An account can be frozen where the law asks for it or its safety needs it.

## Demo
In demo mode all funds are test funds. They have no value and cannot be paid out.`,
  },
  privacy: {
    title: 'Privacy notice',
    body: `## What is kept
- e-mail or phone, language, sessions with device and address;
- for verification: name, country, document number, contact address and photos, encrypted;
- orders, entries and messages, since the books must stay complete.

## Who sees it
Reviewers of this operator, only for their task; each look at a document is recorded. Support sees masked data. Receipts are public but name no owner and no amount.

## Who does not
This software loads nothing from third parties and has no advertising and no trackers. Addresses and amounts of withdrawals are public on their networks by nature.

## Your rights
Ask for a copy, a correction or deletion through the chat. What the law obliges the operator to keep stays until its time is over.`,
  },
  risk: {
    title: 'Risk disclosure',
    body: `- **Prices** of digital currencies move strongly at any hour. You can lose all that you put in.
- **Futures**: with a multiple of 20, a move of some 4.5 % against you ends the position and the margin is lost.
- **Options**: the stake is lost whenever you are wrong. With a pay-out of 80 % and a fee of 1 % you must be right in 56 % of cases to lose nothing. Most people are not.
- **Locked funds** cannot be sold while they are locked. Ending early costs damages and a penalty.
- **New coins** may never find buyers.
- **The operator** holds your funds. If it fails, they may be lost; there is no deposit insurance.
- **Technology** fails: networks, venues, your phone.

Do not trade with money that you need. Nothing here is investment advice. Options and futures are forbidden to private persons in some countries.`,
  },
  custody: {
    title: 'Custody agreement for locked funds',
    body: `1. **Yours.** The amount that you lock stays yours. It is frozen in your trust account until the last day and cannot be traded, transferred or withdrawn meanwhile.
2. **Terms.** Days, daily yield and damages rate are those of the moment you lock, and do not change afterwards.
3. **Interest** is posted to your trust account every day at the same time, and is yours at once. Example: 0.4 % × 15 days × 10,000 = 600.
4. **Ending early.** Taken from the principal are damages (rate × remaining days × amount) and a penalty of 1.5 days' interest. Example: 0.4 % × 3 × 1,000 = 12, and 6. You see the sum before you confirm.
5. **Who pays.** Interest comes from the operator's yield treasury, which sets aside all of it when you lock.
6. **Risk.** The currency's price may move while it is locked. Nothing here is investment advice.`,
  },
  referral: {
    title: 'Rules of the referral programme',
    body: `1. Whoever registers with your code or link is your invitee for good. Nobody can be moved to another inviter.
2. You receive a share of the fees that invitees pay in spot, futures and options, by your level at that time. It is taken out of the fee.
3. Rebates are pending during the day and paid to your coin account after midnight UTC.
4. There is one level only. Accounts of your own are no invitees.
5. Do not promise profits, do not send unwanted messages, do not pretend to be this exchange.
6. Levels may change for later fees. What is pending is paid.`,
  },
};
