/** What stands in place of server data while it is on its way, and when it did not come. */
import {
  Button,
  ErrorState,
  SkeletonCard,
  type SkeletonCardProps,
  SkeletonRows,
  type SkeletonRowsProps,
} from '@fairlead/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWiring } from './wiring.ts';

/** As much of a query as can be seen; several put together by hand fit as well. */
export interface LoadedQuery<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching?: boolean;
  readonly refetch: () => unknown;
}

/** A list, and whether more of it can be asked for. */
export interface ListQuery<Item> extends LoadedQuery<readonly Item[]> {
  readonly hasMore?: boolean;
  readonly isLoadingMore?: boolean;
  readonly more?: () => void;
}

export interface LoadedProps<Data> {
  query: LoadedQuery<Data>;
  /** In its place until it comes; six rows, unless something else comes. */
  loading?: ReactNode;
  /** What did not load, the reason below; without it the reason stands alone. */
  failed?: ReactNode;
  framed?: boolean;
  children: (data: Data) => ReactNode;
}

export interface ListingProps<Item> extends Omit<LoadedProps<never>, 'query' | 'children'> {
  query: ListQuery<Item>;
  /** When there is nothing. */
  empty: ReactNode;
  /** Below the list and what loads on. */
  after?: ReactNode;
  /** At the end of the list, in place of what loads on when one comes near it. */
  end?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

export interface FailedProps extends Pick<LoadedProps<never>, 'failed' | 'framed'> {
  query: Omit<LoadedQuery<unknown>, 'data'>;
}

/** Rows of the size of what comes. */
export function LoadingRows(props: Omit<SkeletonRowsProps, 'label'>) {
  const { word } = useWiring();
  return <SkeletonRows label={word('loading')} {...props} />;
}

/** A card of the size of what comes. */
export function LoadingCard(props: Omit<SkeletonCardProps, 'label'>) {
  const { word } = useWiring();
  return <SkeletonCard label={word('loading')} {...props} />;
}

/** It did not come: why, and once more. */
export function Failed({ query, failed, framed = false }: FailedProps) {
  const { word, describe } = useWiring();
  const { text, detail } = describe(query.error, failed);
  return (
    <ErrorState
      onRetry={() => void query.refetch()}
      retryLabel={word('retry')}
      retrying={query.isFetching === true}
      detail={detail}
      framed={framed}
    >
      {text}
    </ErrorState>
  );
}

export interface PendingProps extends FailedProps, Pick<LoadedProps<never>, 'loading'> {}

/** In place of server data that is not there: its shape while it comes, or why it did not. */
export function Pending({
  query,
  loading = <LoadingRows />,
  failed,
  framed = false,
}: PendingProps) {
  return query.error ? <Failed query={query} failed={failed} framed={framed} /> : loading;
}

/** Server data once it is there, and `Pending` before. What is there stays over a later failure. */
export function Loaded<Data>({ query, children, ...rest }: LoadedProps<Data>) {
  return query.data === undefined ? <Pending query={query} {...rest} /> : children(query.data);
}

/** A list as far as it has come, and what loads on at its end. */
export function Listing<Item>(props: ListingProps<Item>) {
  const { query, empty, end = <More query={query} />, after, children, ...rest } = props;
  return (
    <Loaded query={query} {...rest}>
      {(items) =>
        items.length === 0 ? (
          empty
        ) : (
          <>
            {children(items)}
            {end}
            {after}
          </>
        )
      }
    </Loaded>
  );
}

type MoreProps = Pick<ListQuery<unknown>, 'hasMore' | 'isLoadingMore' | 'more'>;

/** Loads on when the end of the list comes near. */
function More({ query: { more, hasMore, isLoadingMore } }: { query: MoreProps }) {
  const { word } = useWiring();
  if (more === undefined || hasMore !== true) return null;
  return <MoreRows label={word('more')} isLoading={isLoadingMore === true} onMore={more} />;
}

interface MoreRowsProps {
  label: string;
  isLoading: boolean;
  onMore: () => void;
}

/** How far below the screen the next page is asked for. */
const AHEAD = '0px 0px 400px';

/** Loads on when the end of the list comes near; a button for those who do not scroll. */
function MoreRows({ label, isLoading, onMore }: MoreRowsProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    const place = end.current;
    if (isLoading || place === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <div ref={end} className="gutter py-3">
      <Button size={44} block busy={isLoading} onClick={onMore}>
        {label}
      </Button>
    </div>
  );
}
