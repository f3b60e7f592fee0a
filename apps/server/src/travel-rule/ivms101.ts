/**
 * A message of IVMS 101.2023 (interVASP Standards Working Group, August 2023): who sends, to whom, and by which exchange. Only
 * what the exchange has and the standard takes: a name as one primaryIdentifier, for nobody knows which part of it is the family's;
 * a document's number as MISC, for its kind is not asked; no address of the user, which is one line here and needs a town there.
 */
import type { LegalPerson } from '../core/config/travel-rule.ts';

export interface Transfer {
  readonly originator: {
    readonly userId: number;
    readonly name: string;
    /** ISO 3166 alpha-2: of the document. */
    readonly country: string | undefined;
    readonly idNumber: string | undefined;
  };
  readonly beneficiary: { readonly name: string; readonly address: string };
}

export function ivms101(self: LegalPerson, { originator, beneficiary }: Transfer) {
  const { userId, name, country, idNumber } = originator;
  return {
    originator: {
      originatorPerson: [
        {
          naturalPerson: {
            name: { nameIdentifier: [legalName(name)] },
            ...(idNumber !== undefined && {
              nationalIdentification: {
                nationalIdentifier: idNumber,
                nationalIdentifierType: 'MISC',
                ...(country !== undefined && { countryOfIssue: country }),
              },
            }),
            customerIdentification: String(userId),
          },
          accountNumber: [String(userId)],
        },
      ],
    },
    beneficiary: {
      beneficiaryPerson: [
        {
          naturalPerson: {
            name: { nameIdentifier: [legalName(beneficiary.name)] },
            // By which the other provider knows them: some that check messages ask it of beneficiaries too.
            customerIdentification: beneficiary.address,
          },
          accountNumber: [beneficiary.address],
        },
      ],
    },
    originatingVASP: { legalPerson: legalPerson(self) },
    payloadMetadata: { payloadVersion: '101.2023' },
  };
}

/** Of what comes in: as far as its owner knows who sent it, to be answered by that provider. */
export function ivms101In(
  self: LegalPerson,
  {
    originator,
    beneficiary: { userId, name, address },
  }: {
    readonly originator: string;
    readonly beneficiary: {
      readonly userId: number;
      readonly name: string;
      readonly address: string;
    };
  },
) {
  return {
    originator: {
      originatorPerson: [{ naturalPerson: { name: { nameIdentifier: [legalName(originator)] } } }],
    },
    beneficiary: {
      beneficiaryPerson: [
        {
          naturalPerson: {
            name: { nameIdentifier: [legalName(name)] },
            customerIdentification: String(userId),
          },
          accountNumber: [address],
        },
      ],
    },
    beneficiaryVASP: { legalPerson: legalPerson(self) },
    payloadMetadata: { payloadVersion: '101.2023' },
  };
}

const legalName = (name: string) => ({
  primaryIdentifier: name,
  naturalPersonNameIdentifierType: 'LEGL',
});

const legalPerson = ({ name, country, address, town, lei }: LegalPerson) => ({
  name: { nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }] },
  geographicAddress: [{ addressType: 'GEOG', addressLine: [address], townName: town, country }],
  ...(lei !== undefined && {
    nationalIdentification: { nationalIdentifier: lei, nationalIdentifierType: 'LEIX' },
  }),
  countryOfRegistration: country,
});
