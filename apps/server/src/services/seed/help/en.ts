import type { HelpArticles } from './articles.ts';

export const en: HelpArticles = {
  start: {
    title: 'Getting started',
    summary: 'From an empty account to your first trade in a few minutes.',
    body: `1. **Register** with e-mail or phone. A six-digit code proves that it is yours; it is valid for ten minutes.
2. **Fund your coin account**: [deposit](#/pages/assets/deposit/index). In a demo, take test funds there.
3. **Choose a market** and look at its chart and order book.
4. **Place an order.** The ticket shows cost and fee before you confirm. [Order types](#/pages/help/center/detail?key=orders)
5. **Follow it** under Open orders. What is not filled yet can be cancelled at any time.

## Before your first withdrawal
Do these early, so that nothing has to wait later:

- [verify your identity](#/pages/verification/index), basic level;
- set a [fund password](#/pages/settings/security/changePayPassword) and turn on the [authenticator app](#/pages/settings/security/otp);
- save a [withdrawal address](#/pages/user/address/address): a new one can be used after 24 hours.

Every single entry of your history stays under [Records](#/pages/assets/record).`,
  },
  deposits: {
    title: 'Deposits',
    summary: 'Address, network, confirmations, claims and bank transfers.',
    body: `## Crypto
1. Open [Deposit](#/pages/assets/deposit/index), choose the currency, **then the network**. The sender must use the same network.
2. Send to the address shown. It is yours alone and stays the same, one for each network.
3. The deposit appears as *under review* once the network has it, and is credited to your **coin account** after the number of confirmations that the page names.

| network | what arrives |
|---|---|
| TRC20, ERC20 | the tokens that the page lists, ETH on ERC20 |
| Bitcoin (OMNI) | native BTC only |

Below the minimum nothing is lost: small amounts of one currency and network are kept until together they reach the minimum.

## It did not arrive?
If the network confirmed it and nothing appears, [claim it](#/pages/assets/deposit/charge): amount, transaction ID and a picture. A person reviews it; with a watched network, the transaction itself is the proof. One transaction is credited once, whoever claims it.

## Bank transfer
The page shows the operator's account. Transfer from an account in your own name, then send the amount and a picture of the voucher. It is passed, or rejected with a reason that you can read in the record.

Nobody here will ever ask you for another deposit to release a withdrawal.`,
  },
  withdrawals: {
    title: 'Withdrawals',
    summary: 'What you need, what it costs, how long it takes.',
    body: `## What you need
- [basic verification](#/pages/verification/index);
- a [fund password](#/pages/settings/security/changePayPassword) of six digits, and the authenticator code if it is on;
- a saved [address](#/pages/user/address/address) or [bank card](#/pages/bankbind/index).

**Cooling-off.** A new address or card can be used after 24 hours. After a change of login password, fund password or authenticator, withdrawals also wait 24 hours. Whoever steals a password cannot empty the account the same night.

## What it costs
The fee is fixed when you ask. You receive *amount − fee*: 100 USDT with a fee of 1 brings 99. The page shows fee, minimum and what arrives before you confirm.

## Limits
Three applications a day (UTC), cancelled ones included, and a daily value that [advanced verification](#/pages/verification/advanced) raises.

## What happens then
1. **Under review.** The amount is frozen, still yours. You can cancel.
2. **Passed.** A person has checked it, from a threshold on two people. Usually well within 12 hours.
3. **Sent.** The record names the transaction ID; follow it on the network.

**Rejected** means the whole amount is available again, with the reason in the record.`,
  },
  fees: {
    title: 'Fees',
    summary: 'Everything that can cost you something, in one table.',
    body: `| what | fee | when |
|---|---|---|
| Spot | maker and taker rate of the market | at each fill, out of what you receive |
| Futures | a rate of the value at open and at close | when opening, when closing |
| Options | a rate of the stake | at purchase; back if refunded |
| Withdrawal | a fixed amount for currency and network | out of the amount |
| Locked funds | none | damages only if you end early |
| Deposit, transfer between accounts, new coins | none | |

New markets begin with 0.08 % (maker) and 0.1 % (taker), futures with 0.05 %, options with 1 %. The operator may set others; **the rate that counts is the one on the ticket before you confirm**.

## Example
You buy 0.1 BTC at 60,000 USDT as a taker at 0.1 %. You pay 6,000 USDT and receive 0.1 − 0.0001 = 0.0999 BTC.

- **Maker**: your order waited in the book. **Taker**: it met one that waited.
- Futures open at the index plus or minus half a small spread, shown as ask and bid. Closing is at the index, without spread. There is no funding rate.
- An inviter's share comes out of the fee. It costs you nothing.`,
  },
  orders: {
    title: 'Order types',
    summary: 'Limit, market, time in force, and the price bands.',
    body: `**Limit** – you name the price and never get a worse one. It may lie within 20 % of the index, which catches typing errors.

**Market** – filled at once at the best prices in the book, never further than 2 % from the index. A purchase can also be given as the amount to spend.

| time in force | what it does | good for |
|---|---|---|
| GTC | stays until filled or cancelled | waiting for your price |
| IOC | fills what it can now, cancels the rest | taking what is there |
| FOK | fills completely now, or is refused | all or nothing |
| Post only | refused if it would fill at once | the maker fee for certain |

## Example
The book offers 0.5 BTC at 60,000 and 1 BTC at 60,010. You want 1 BTC with a limit of 60,000. **GTC** buys 0.5 and waits for the rest. **IOC** buys 0.5 and cancels the rest. **FOK** and **post only** are refused.

## States
*Waiting* (partly filled too), *completed*, *cancelled*. Cancelling releases at once what was frozen. An order never trades against another order of yours: the newer one is cancelled.

See also [Fees](#/pages/help/center/detail?key=fees) and [Why was my order refused?](#/pages/help/center/detail?key=refused)`,
  },
  futures: {
    title: 'Futures: margin and liquidation',
    summary: 'What you put in, what you can lose, and where a position is closed.',
    body: `A futures position is long (you gain when the index rises) or short, in whole **lots**, with a **multiple** (leverage). Each has its own margin: more than that you cannot lose.

- Margin = lots × lot size × price ÷ multiple
- Maintenance = lots × lot size × opening price × rate (0.5 % to begin with)
- Margin ratio = maintenance ÷ (margin + unrealised PnL). **At 100 % the position is liquidated.**
- Liquidation price of a long ≈ opening price × (1 − 1 ÷ multiple + rate); of a short × (1 + 1 ÷ multiple − rate)

## Example
Long, 3 lots of 0.01 BTC at 64,818.89, 20 times.

| | USDT |
|---|---|
| Value | 1,944.57 |
| Margin, the most you can lose besides fees | 97.23 |
| Maintenance | 9.72 |
| Opening fee, 0.05 % | 0.97 |
| Liquidation, about | 61,902 |

At 66,000 the gain is 0.03 × 1,181.11 = 35.43. At 61,000 the margin is gone; the 17.34 beyond it are paid by the insurance fund, not by you.

## Good to know
- Everything goes by the **index**, never by one venue's print. While it is stale nothing opens and nothing is liquidated.
- A position also closes by itself when its gain reaches the cap (10 × the margin to begin with), which the house keeps ready.
- Margin cannot be added later. Take-profit and stop-loss can be set at any time, and fire at the first index price that reaches them.
- Each close has a [receipt](#/pages/help/center/detail?key=receipts).`,
  },
  options: {
    title: 'Options: delivery and results',
    summary: 'How rise, fall or even is decided, and when you are refunded.',
    body: `You say whether the index will be higher or lower after a delivery time. The most you can lose is stake + fee. Options need [basic verification](#/pages/verification/index) and are not offered everywhere.

## How it is decided
**Purchase price**: the index of your purchase, at most 2 seconds old. **Delivery price**: the *mean* of all index samples in the last part of the time, so that no single tick decides. That part is a tenth of the time, at least 5 seconds: 6 s of 60 s, 30 s of 300 s.

| mean against purchase price | result | you get |
|---|---|---|
| on your side | win | stake + pay-out |
| exactly equal | even | the stake; the fee is kept |
| on the other side | lose | nothing |
| fewer than 80 % of the samples | refunded | stake and fee |
| fewer than 80 % by our own doing, and those that are there are on your side | win | stake + pay-out |

## Example
100 USDT on rise, 60 s, pay-out 80 %, fee 1 %.

- Win: 180 back, **79 more** than you put in (101).
- Lose: **−101**. Even: **−1**.
- You break even in the long run if you are right 56.12 % of the time (101 ÷ 180). The ticket shows this rate.

Nobody can choose who wins: the same samples decide all orders. Check any of them in its [receipt](#/pages/help/center/detail?key=receipts).`,
  },
  receipts: {
    title: 'Receipts: check us',
    summary: 'What stands in a receipt and how to compute it again.',
    body: `Every option, every opening, close, liquidation, take-profit and stop-loss has a receipt. It names the terms, the index samples with their time, the venues' quotes each was made of, which quotes were dropped and why, and the result.

## In the app
Open a finished order and tap its receipt, or go to [Check receipts](#/pages/settlement/verify). Your own device then computes everything again:

1. the **hash**: nothing in it was changed;
2. the **link** to the receipt before: nothing was left out or put in;
3. each **index price** from its quotes, by the published rule;
4. the **mean** and the **outcome**, or whether the trigger price was really reached;
5. your amounts, which only you can see: others see a sealed commitment.

## Without our app
Save the receipt and run *fairlead-verify* from the open-source code on your own computer. It needs no network, and can check the whole chain of an exchange too.

If a step fails, save the receipt and [write to us](#/pages/help/center/chat). A receipt cannot be changed afterwards, not by us either.`,
  },
  locked: {
    title: 'Locked funds: yield and ending early',
    summary: 'How interest is posted, and what ending early costs.',
    body: `You lock an amount for a number of days in your **trust account**. It stays yours but is frozen. Interest is posted every day at the time of day of your purchase and is available at once; with the last day the principal is free again.

## Interest
Daily yield × days × amount: 0.4 % × 15 × 10,000 = **600**.

Days, yield and damages are those of your purchase. All interest is set aside in the house's yield treasury when you buy; what it cannot promise in full is not sold.

## Ending early
Two things are taken from the principal; interest that was posted stays yours.

- **Damages** = rate × days not yet posted × amount
- **Penalty** = 1.5 × one day's interest

Example: 1,000 at 0.4 % a day for 15 days, ended after 12. Damages 0.4 % × 3 × 1,000 = 12, penalty 1.5 × 4 = 6. **982** come back, and the 48 of interest stay: 1,030 in all.

The exact sum is shown before you confirm. See [your orders](#/pages/finance/ordersPage) and the [rules](#/pages/finance/rulePage).

The currency's price can move while it is locked. A yield is no protection against that.`,
  },
  newcoins: {
    title: 'Subscribing to new coins',
    summary: 'From the subscription to the day your coins are free.',
    body: `A new coin is sold at a fixed issue price before its market opens. See [New coins](#/pages/publication/index).

1. **Subscribing**, from start to closing. You pay from the coin account; the payment is frozen and your record is under review. First come, first served, up to your personal maximum.
2. **Review.** Passed: the coins are yours, locked. Rejected: the whole payment is available again.
3. **Sold out**, from the closing until launch, whatever remains.
4. **Launch.** The market can open.
5. **Release**, after the lock-up: launch + lock-up days. The coins then move freely in your coin account, by themselves.

## Example
Issue price 0.05 USDT, 10,000 coins: you pay 500 USDT. Lock-up 30 days from launch. If the market is at 0.06 then, the return is 0.06 ÷ 0.05 − 1 = 20 %. At 0.04 it is −20 %.

Without a market there is no price, and the app shows a dash instead of a promise. A new coin can lose all its value, and you cannot sell while it is locked.`,
  },
  referral: {
    title: 'Inviting friends',
    summary: 'Your share of their fees, and when it is paid.',
    body: `Share your code, link or poster from [Invite friends](#/pages/promotion/index). Whoever registers with it is your invitee for good.

- You receive a share of the **fees** they pay in spot, futures and options: 20 %, from 10 invitees on 25 %, from 50 on 30 % to begin with. The page shows your level; partners have a ratio of their own.
- It comes out of the fee. Your friends pay nothing more.
- Rebates are *pending* during the day and paid into your coin account after midnight UTC, in the currency of the fee.
- There is one level: you get nothing from the friends of your friends. Withdrawal fees are not shared.

## Example
A friend pays 1 USDT of fees. At 20 % you receive 0.2 USDT, the exchange keeps 0.8.

The list shows names masked, and the ranking is by earnings at the day's index. Invite people who want to trade anyway: trading can lose money.`,
  },
  verification: {
    title: 'Identity verification',
    summary: 'Two levels, what each needs and opens.',
    body: `| level | you send | it opens |
|---|---|---|
| [Basic](#/pages/verification/basic) | country, full name, ID number | withdrawals and options |
| [Advanced](#/pages/verification/advanced) | contact address; photos of front, back, and you holding the document | a higher daily withdrawal limit |

Basic comes first. A person checks each level once and you get a message. If it is refused you read why and can send it again.

## So that it passes
- Write the name exactly as on the document.
- All four corners in the picture, no reflections, nothing covered; JPEG, PNG or WebP up to 8 MB.
- One document belongs to one account.

## Who sees it
Only this operator's reviewers, and each look is recorded. Pictures are stored encrypted and stripped of their metadata. Chat support never sees them and never asks for them: **do not send a document in a chat**.`,
  },
  security: {
    title: 'Keep your account safe',
    summary: 'Fund password, authenticator, devices, and how to spot a fraud.',
    body: `## Four things to set up
1. A **login password** that you use nowhere else.
2. A [fund password](#/pages/settings/security/changePayPassword): six digits, asked for withdrawals and new addresses. Five wrong tries lock it for a while.
3. The [authenticator app](#/pages/settings/security/otp). Keep the recovery codes on paper; each works once.
4. A look at [Devices](#/pages/settings/security/devices) now and then. End what is not yours, then change the password, which ends all other sessions.

A login on a new device is told to you at once. After a change of password or authenticator, withdrawals wait 24 hours.

## How frauds work
- **"Support" asks for a code or password.** We never do, in no chat, mail or call.
- **Pay first to withdraw.** A tax, a deposit, a "verification fee" before a withdrawal is always a fraud. Here fees come out of the amount.
- **A link in a message.** Type the address yourself or use a bookmark.
- **Guaranteed profits, a teacher, a group.** Nobody can know tomorrow's price.

Something is wrong? Change the password, end all sessions, and [write to us](#/pages/help/center/chat). We can freeze the account.`,
  },
  alerts: {
    title: 'Notifications and price alerts',
    summary: 'Be told what matters, on the devices you choose.',
    body: `## Notifications
Under [Settings](#/pages/settings/index) each kind can be switched for itself: fills, option deliveries, liquidations, decisions on deposits, withdrawals and verification, announcements. Everything is also kept under [Messages](#/pages/notice/index?tab=messages). Messages about security cannot be switched off.

**On this device.** Allow push messages when the browser asks, and they arrive while the app is closed. On an iPhone first add the app to the home screen (Share → Add to Home Screen). A push message shows no balances.

## Price alerts
Choose a market and a price. When the **index** reaches it you are told once, and the alert is done. It goes by the index, so a single odd trade does not set it off, and while the index is stale nothing fires.

An alert is a message, not an order. It buys and sells nothing: for that, place a [limit order](#/pages/help/center/detail?key=orders) or set a stop.`,
  },
  portfolio: {
    title: 'Portfolio, records and statements',
    summary: 'How value and profit are worked out, and how to export everything.',
    body: `**Value** is the sum of all four accounts at the index, in USDT. Where a currency has no fresh price, a dash is shown, not a zero.

**Profit or loss of a time** = value at its end − value at its start − what came in + what went out

Deposits, withdrawals and test funds are no profit, so they are taken out, at the value they had when they moved.

## Example
You begin the day with 1,000, deposit 500 and end with 1,560. Profit: 1,560 − 1,000 − 500 = **60**.

## Records and statements
- [Records](#/pages/assets/record) has every entry that ever changed a balance; the sum of all of them is your balance, always.
- Statements and CSV files can be exported for each kind of record, with times in your own time zone, for your accountant or the tax office.

Amounts in a file have all their decimals; what the app shows may be shortened, never rounded up.`,
  },
  chat: {
    title: 'Writing to us',
    summary: 'Chat with a person, and what we can and cannot do.',
    body: `[The chat](#/pages/help/center/chat) is answered by people. It shows how long the wait is, and outside opening hours it says so: write anyway, the answer waits for you and is announced by a message.

## So that it goes quickly
- Name the **ID of the record** (order, deposit, withdrawal) rather than a screenshot of everything.
- A picture helps with an error. You can keep a transcript at the end.

## What support never does
- ask for a password, a code, your recovery codes or a document;
- ask for money;
- change a price, a result or a balance. Nobody can: a correction is an entry of its own, asked for by one operator and approved by another.

Most answers are quicker in the [help centre](#/pages/help/center/center): search it first.`,
  },
};
