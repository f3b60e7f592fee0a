import { fetchPoster } from '@fairlead/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocale } from 'use-intl';
import { apiOptions } from '../../data/calls/api.ts';
import { drawPoster } from './poster.ts';

/** The poster, fetched when first asked for and drawn at once, so that a tap saves or shares without waiting. */
export function usePoster(isAsked: boolean) {
  const locale = useLocale();
  const query = useQuery({
    queryKey: ['poster', { locale }],
    queryFn: ({ signal }) => fetchPoster(apiOptions, signal),
    meta: { isPrivate: true },
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    if (query.data === undefined) return undefined;
    return draw(query.data, setDrawn);
  }, [query.data]);
  return { ...query, drawn };
}

/** The picture and its address; `failed` where this browser cannot draw it. */
export type Drawn = { readonly png: Blob; readonly url: string } | 'failed';

/** Draws, tells, and forgets the address when nobody needs it any more. */
function draw(svg: Blob, tell: (drawn: Drawn) => void): () => void {
  let url: string | undefined;
  let isOver = false;
  drawPoster(svg).then(
    (png) => {
      if (isOver) return;
      url = URL.createObjectURL(png);
      tell({ png, url });
    },
    () => {
      if (!isOver) tell('failed');
    },
  );
  return () => {
    isOver = true;
    if (url !== undefined) URL.revokeObjectURL(url);
  };
}
