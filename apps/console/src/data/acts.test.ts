import { routes } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { ACT_ROLES, type Act } from './acts.ts';

test('a button is offered to exactly the roles that its call is open to', () => {
  for (const [name, roles] of Object.entries(ACT_ROLES)) {
    const { access } = routes[name as Act];
    const allowed = access.who === 'operator' ? access.roles : [];
    expect([...roles].sort(), name).toEqual(allowed.filter((role) => role !== 'owner').toSorted());
  }
});
