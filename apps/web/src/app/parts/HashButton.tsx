import { useTranslations } from 'use-intl';
import { useCopy } from '../../data/use-copy.ts';

/** "f522 4a61 … f0dc": enough of a hash to tell it by eye. */
export const shortHash = (hash: string): string =>
  `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`;

/** Enough of a hash to tell it by eye; a tap copies the whole. */
export function HashButton({ hash }: { hash: string }) {
  const common = useTranslations('common');
  const copy = useCopy();
  return (
    <button
      type="button"
      className="hit font-mono text-12 whitespace-nowrap text-muted"
      aria-label={`${common('copy')} ${shortHash(hash)}`}
      onClick={() => void copy(hash)}
    >
      {shortHash(hash)}
    </button>
  );
}
