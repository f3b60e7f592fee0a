import { href } from '../../app/navigation.ts';

export const detailsHref = (id: number): string => href('pages/publication/details', { id });
export const purchaseHref = (id: number): string => href('pages/publication/purchase', { id });
export const recordsHref = href('pages/publication/index', { tab: 'records' });
