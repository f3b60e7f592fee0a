/** All the digits that say something, two decimals at least: "1270.000000" → "1270.00". */
export function tidy(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.replace(/(?<!0)0+$/, '').padEnd(2, '0')}`;
}
