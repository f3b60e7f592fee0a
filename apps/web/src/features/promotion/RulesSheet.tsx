import { Failed, LoadingRows, useApi } from '@fairlead/calls';
import { formatShare, Sheet, Tag } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { type Invite, ownLevel, ratioDecimals, untilNext } from './model.ts';

export interface RulesSheetProps {
  invite: Invite;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Levels, with the own one marked, and the rules. */
export function RulesSheet({ invite, isOpen, onOpenChange }: RulesSheetProps) {
  const t = useTranslations('promotion.rules');
  const common = useTranslations('common');
  const terms = useApi('share', {}, { enabled: isOpen });
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t('title')}
      closeLabel={common('close')}
    >
      {terms.data !== undefined && <Terms terms={terms.data} invite={invite} />}
      {terms.data === undefined &&
        (terms.error ? <Failed query={terms} /> : <LoadingRows size={44} mark={false} count={5} />)}
    </Sheet>
  );
}

interface TermsProps {
  terms: NonNullable<ReturnType<typeof useApi<'share'>>['data']>;
  invite: Invite;
}

function Terms({ terms: { levels, rules }, invite }: TermsProps) {
  const t = useTranslations('promotion.rules');
  const legal = useTranslations('guidance.legal.names');
  const own = ownLevel(levels, invite);
  const next = untilNext(levels, invite);
  const percent = (ratio: string) => formatShare(ratio, ratioDecimals(ratio));
  return (
    <>
      {invite.is_partner && (
        <p className="pb-3">
          {t('partner', { badge: invite.level, ratio: percent(invite.rebate_ratio) })}
        </p>
      )}
      <table className="w-full">
        <thead>
          <tr className="text-12 text-muted">
            <th scope="col" className="h-7 text-start font-body">
              {t('level')}
            </th>
            <th scope="col" className="text-end font-body">
              {t('needs')}
            </th>
            <th scope="col" className="text-end font-body">
              {t('ratio')}
            </th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ name, needs, ratio }, index) => (
            <tr key={name} className="h-9" aria-current={index === own ? 'true' : undefined}>
              <th scope="row" className="text-start font-medium">
                {name} {index === own && <Tag kind="brand">{t('own')}</Tag>}
              </th>
              <td className="text-end text-muted tnum">{needs}</td>
              <td className="text-end font-medium tnum">{percent(ratio)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {next !== undefined && (
        <p className="pt-1 text-12 text-secondary">
          {t('next', { friends: next.friends, ratio: percent(next.level.ratio) })}
        </p>
      )}
      <ul className="mt-4 grid gap-2 border-t border-hairline pt-3 text-secondary">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className="mt-3">
        <a
          className="hit font-medium text-brand"
          href={href('pages/settings/legal', { slug: 'referral' })}
        >
          {legal('referral')}
        </a>
      </p>
    </>
  );
}
