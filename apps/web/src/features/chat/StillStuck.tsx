import { Icon } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { acting } from '../../data/account/acting.ts';
import { useChatEntry } from './use-chat-entry.ts';

/** Under help: the way to a person. */
export function StillStuck() {
  const t = useTranslations('chat');
  const common = useTranslations('common');
  const { link, unread } = useChatEntry();
  // A person helps a person, whose account is the main one.
  if (acting !== undefined) return null;
  return (
    <>
      <div className="fl-band" />
      <a {...link} className="fl-row">
        <span className="grid size-9 flex-none place-items-center rounded-full bg-brand-tint text-brand">
          <Icon name="support" />
        </span>
        <span className="fl-row-main">
          <span className="fl-row-title">{t('stillStuck')}</span>
          <span className="fl-row-caption">{t('writeToUs')}</span>
        </span>
        {unread > 0 && (
          <span className="fl-badge" data-kind="brand">
            {unread}
            <span className="fl-sr">{common('new')}</span>
          </span>
        )}
        <Icon name={link.target ? 'external' : 'chevronRight'} className="fl-chevron" />
      </a>
    </>
  );
}
