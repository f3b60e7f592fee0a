import { PRODUCT } from '@fairlead/contract/constants';
import { useConfig } from '../../data/use-config.ts';

/** The exchange's name as its operator gave it. */
export const useProductName = (): string => useConfig().data?.name ?? PRODUCT;
