import { OPERATOR_ROLES, routes } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { isName, ROLES, readRole } from './model.ts';

test('the roles are those of the contract', () => {
  expect([...ROLES].sort()).toEqual([...OPERATOR_ROLES].sort());
});

test('a word that is no role is the one that changes nothing', () => {
  expect(readRole('owner')).toBe('owner');
  expect(readRole('root')).toBe('auditor');
});

test.each(['rita', 'a1', 'x', 'Rita', '.dot', 'a'.repeat(40), 'a'.repeat(41)])(
  'the name %s is judged as the contract judges it',
  (name) => {
    const { success } = routes.createOperator.request.safeParse({ name, role: 'auditor' });
    expect(isName(name)).toBe(success);
  },
);
