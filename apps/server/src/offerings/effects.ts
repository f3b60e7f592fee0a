/** What a proposed offering does once it is passed. */
import type { OfferingTermsView } from '@fairlead/contract';
import { runCommand } from '../core/acts/acts.ts';
import { payloadOf } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { EffectPhase } from '../core/terms/change.ts';
import { changeOf, isInForce, type TermsChange } from '../core/terms/change.ts';
import { type EffectContext, keepVersion } from '../core/terms/effects.ts';
import { textsOf } from '../core/texts/texts.ts';
import { readTerms } from '../market/index.ts';
import { readIntroductions, readOfferings, saveIntroductions } from './queries.ts';
import { offeringTermsView, readOfferingTermsView } from './terms.ts';

const say = textsOf('en');

type Introduction = OfferingTermsView['introduction'];
type Bare = Omit<OfferingTermsView, 'introduction'>;

/** The engine's part of a view, and the service's. */
function partsOf({ introduction, ...bare }: OfferingTermsView): {
  readonly bare: Bare;
  readonly introduction: Introduction;
} {
  return { bare, introduction };
}

/**
 * Terms and introduction are kept apart, and each is put in force where what it was made from still holds: an effect
 * that was cut off between the two goes on where it was.
 */
export async function saveOffering(
  context: EffectContext,
  proposal: Pick<ProposalRow, 'payload' | 'proposedBy'>,
  phase?: EffectPhase,
): Promise<void> {
  const { database } = context;
  const terms = await readTerms(context);
  const change = payloadOf<TermsChange<OfferingTermsView>>(proposal);
  const { offering, introductions } = readOfferingTermsView(change.after, terms, say);
  const { offeringId, currencyId } = offering;
  const found = (await readOfferings(database)).find((each) => each.offeringId === offeringId);
  const texts = (await readIntroductions(database)).get(offeringId);
  const view =
    found &&
    offeringTermsView(
      { offering: found, introductions: texts ?? {} },
      terms.knownCurrency(found.currencyId),
    );
  const { before, after } = change;
  const [present, made, next] = [view && partsOf(view), before && partsOf(before), partsOf(after)];
  // Of a new offering's row the texts are empty until they are written.
  const isNew = before === undefined && isEmpty(texts);
  const written = isNew ? undefined : present?.introduction;
  const areTextsWritten = isInForce(written, changeOf(made?.introduction, next.introduction));
  const areTermsSet = isInForce(present?.bare, changeOf(made?.bare, next.bare));
  if (phase === 'check') return;
  if (!areTermsSet) await runCommand(context, { kind: 'configure_offering', offering });
  if (!areTextsWritten) await saveIntroductions(database, offeringId, introductions);
  await keepVersion(context, proposal, {
    kind: 'offering',
    subject: offeringSubject(offeringId, terms.knownCurrency(currencyId).name),
    change,
  });
}

const isEmpty = (texts: object | undefined): boolean =>
  texts === undefined || Object.keys(texts).length === 0;

export const offeringSubject = (offeringId: number, currency: string): string =>
  `offering ${offeringId} ${currency}`;
