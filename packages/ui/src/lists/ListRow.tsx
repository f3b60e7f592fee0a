import type { ReactNode } from 'react';
import { Icon } from '../marks/Icon.tsx';

export interface ListRowProps {
  /** A mark of 36 or an icon. */
  leading?: ReactNode;
  title: ReactNode;
  caption?: ReactNode;
  /** At the right, with its own caption. */
  value?: ReactNode;
  valueCaption?: ReactNode;
  /** Before the value: a spark, a tag. */
  middle?: ReactNode;
  /** 64 unless told; 52 and 44 are denser. */
  size?: 64 | 52 | 44;
  chevron?: boolean;
  href?: string;
  onClick?: () => void;
  className?: string | undefined;
}

/** A row of 64: mark, title over caption, figure at the right. A link, a button or neither. */
export function ListRow(props: ListRowProps) {
  const { leading, title, caption, value, valueCaption, middle, size = 64, chevron, href } = props;
  const { onClick, className } = props;
  const shared = {
    className: className ? `fl-row ${className}` : 'fl-row',
    'data-size': size,
  };
  const content = (
    <>
      {leading}
      <span className="fl-row-main">
        <span className="fl-row-title">{title}</span>
        {caption !== undefined && <span className="fl-row-caption">{caption}</span>}
      </span>
      {middle}
      {(value !== undefined || valueCaption !== undefined) && (
        <span className="fl-row-end">
          <span className="fl-row-value">{value}</span>
          {valueCaption !== undefined && <span className="fl-row-caption">{valueCaption}</span>}
        </span>
      )}
      {chevron && <Icon name="chevronRight" className="fl-chevron" />}
    </>
  );
  if (href !== undefined) {
    return (
      <a {...shared} href={href} onClick={onClick}>
        {content}
      </a>
    );
  }
  if (onClick !== undefined) {
    return (
      <button {...shared} type="button" onClick={onClick}>
        {content}
      </button>
    );
  }
  return <div {...shared}>{content}</div>;
}
