import { useState } from 'react';
import { finishDecimal } from './decimal.ts';
import { formatNumber } from './format.ts';

export interface GroupedValue {
  /** "64800" at work, "64,800" at rest. */
  shown: string;
  onFocus: () => void;
  onBlur: () => void;
}

/** Groups thousands while nobody types; typing sees the plain digits. */
export function useGroupedValue(value: string): GroupedValue {
  const [isTyping, setTyping] = useState(false);
  const finished = finishDecimal(value);
  return {
    shown: isTyping || finished === undefined ? value : formatNumber(finished),
    onFocus: () => setTyping(true),
    onBlur: () => setTyping(false),
  };
}
