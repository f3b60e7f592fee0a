import { routes } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { officeDraft, officeProblems, officeRequest } from './model.ts';

const office = { id: 2, name: 'Bangkok', country: 'TH', address: '1 Silom Road', hours: '9–18' };

test('an office goes through its form unchanged, and the contract takes it', () => {
  const request = officeRequest(2, officeDraft(office));
  expect(request).toEqual(office);
  expect(routes.saveOffice.request.safeParse(request).success).toBe(true);
});

test('name, country and address are needed; what is empty is not sent', () => {
  expect(Object.keys(officeProblems(officeDraft(undefined)))).toEqual([
    'name',
    'country',
    'address',
  ]);
  expect(officeProblems(officeDraft(office))).toEqual({});
  expect(officeRequest(undefined, officeDraft(office))).not.toHaveProperty('phone');
});
