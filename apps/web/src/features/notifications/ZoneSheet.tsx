import { Icon, List, ListRow, Sheet } from '@fairlead/ui';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SearchField } from '../../app/parts/SearchField.tsx';
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
  const common = useTranslations('common');
  const [search, setSearch] = useState('');
  const zones = useMemo(() => knownZones(zone), [zone]);
  const found = zonesFound(zones, search);
  const choose = (name: string) => {
    setSearch('');
    onChoose(name);
    onOpenChange(false);
  };
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t('zoneTitle')}
      closeLabel={common('close')}
    >
      <SearchField
        className="sticky top-0 z-10 bg-raised pb-2"
        label={t('zoneSearch')}
        value={search}
        onValueChange={setSearch}
      />
      <div className="-mx-4 min-h-[50dvh]">
        {found.length === 0 ? (
          <p className="gutter py-8 text-center text-muted">
            {t('zoneNone', { search: search.trim() })}
          </p>
        ) : (
          <List label={t('zoneTitle')}>
            {found.map((name) => (
              <ListRow
                key={name}
                size={44}
                title={<span className="font-medium">{name.replaceAll('_', ' ')}</span>}
                middle={name === zone && <Icon name="check" className="text-brand" />}
                onClick={() => choose(name)}
              />
            ))}
          </List>
        )}
      </div>
    </Sheet>
  );
}
