import { Icon, List, ListRow } from '@fairlead/ui';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { SearchedListSheet } from '../../app/parts/SearchedListSheet.tsx';
import { knownZones, zonesFound } from './mail-model.ts';

interface ZoneSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  zone: string;
  onChoose: (zone: string) => void;
}

/** Every time zone that the browser knows, found by its name. */
export function ZoneSheet({ isOpen, onOpenChange, zone, onChoose }: ZoneSheetProps) {
  const t = useTranslations('mails');
  const zones = useMemo(() => knownZones(zone), [zone]);
  return (
    <SearchedListSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('zoneTitle')}
      searchLabel={t('zoneSearch')}
    >
      {(search, choose) => {
        const found = zonesFound(zones, search);
        if (found.length === 0)
          return (
            <p className="gutter py-8 text-center text-muted">
              {t('zoneNone', { search: search.trim() })}
            </p>
          );
        return (
          <List label={t('zoneTitle')}>
            {found.map((name) => (
              <ListRow
                key={name}
                size={44}
                title={<span className="font-medium">{name.replaceAll('_', ' ')}</span>}
                middle={name === zone && <Icon name="check" className="text-brand" />}
                onClick={() => choose(() => onChoose(name))}
              />
            ))}
          </List>
        );
      }}
    </SearchedListSheet>
  );
}
