import { useAction } from '@fairlead/calls';
import type { OperatorRole, ResponseOf } from '@fairlead/contract';
import { Button, Dialog, Field, Icon } from '@fairlead/ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../data/acts.ts';
import { sharedTexts } from '../parts/texts.ts';
import { FoundList } from './Found.tsx';
import { maySee, type PageEntry, pages } from './routes.ts';
import { shellTexts as t } from './texts.ts';

export interface PaletteProps {
  role: OperatorRole;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const nameOf = (entry: PageEntry): string => t.pages[entry.path] ?? entry.path;

/** Type a few letters of a page's name, press Enter; or look for a user, a record, a transaction, an address. */
export function Palette({ role, open, onOpenChange }: PaletteProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.palette}
      actions={
        <Button size={44} onClick={() => onOpenChange(false)}>
          {sharedTexts.close}
        </Button>
      }
    >
      {open && <Choice role={role} onDone={() => onOpenChange(false)} />}
    </Dialog>
  );
}

function Choice({ role, onDone }: { role: OperatorRole; onDone: () => void }) {
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const [answer, setAnswer] = useState<ResponseOf<'operatorSearch'>>();
  const navigate = useNavigate();
  const id = useId();
  const maySearch = useMay('operatorSearch');
  const search = useAction('operatorSearch', { onSuccess: setAnswer });
  const wanted = text.trim();
  const pagesFound = pages.filter(
    (entry) =>
      maySee(entry, role) && nameOf(entry).toLowerCase().includes(text.trim().toLowerCase()),
  );
  const found: readonly (PageEntry | 'search')[] =
    maySearch && wanted !== '' ? [...pagesFound, 'search'] : pagesFound;
  const go = (entry: PageEntry | 'search' | undefined) => {
    if (entry === undefined) return;
    if (entry === 'search') {
      if (!search.isRunning) void search.run({ text: wanted });
      return;
    }
    // In place of the entry that the open dialog has in the history.
    void navigate(`/${entry.path}`, { replace: true });
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(found[index]);
    else if (event.key === 'ArrowDown') setIndex(Math.min(index + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setIndex(Math.max(index - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Field
        label={t.paletteField}
        labelHidden
        placeholder={t.paletteField}
        leading={<Icon name="search" />}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found[index] === undefined ? undefined : `${id}-${index}`}
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setIndex(0);
          setAnswer(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={t.palette} className="con-palette">
        {found.map((entry, at) => (
          <div
            key={entry === 'search' ? entry : entry.path}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            onClick={() => go(entry)}
            onKeyDown={onKeyDown}
          >
            {entry === 'search' ? (
              <>
                <Icon name="search" />
                <span className="con-clip">{t.find(wanted)}</span>
              </>
            ) : (
              <PageOption entry={entry} />
            )}
          </div>
        ))}
      </div>
      {answer !== undefined && <FoundList answer={answer} onGo={onDone} />}
      {maySearch && <p className="mt-3 text-12 text-muted">{t.search.logged}</p>}
      {found.length === 0 && <p className="mt-3">{t.nothingFound}</p>}
    </>
  );
}

const PageOption = ({ entry }: { entry: PageEntry }) => (
  <>
    <Icon name={entry.icon} />
    {nameOf(entry)}
    {entry.key && (
      <span className="ms-auto flex gap-1">
        <kbd>G</kbd>
        <kbd>{entry.key.toUpperCase()}</kbd>
      </span>
    )}
  </>
);
