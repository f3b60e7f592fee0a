/** Who may lead, and who is ended. On a real database, and a real Redis where one is asked. */
import { describe, expect, test } from 'vitest';
import { canDeploy } from '../../../../test/support/deployment-fixture.ts';
import { LEAD_RULES, Stage } from './lead-rules.ts';

describe.skipIf(!canDeploy)('Q14: who may lead (PostgreSQL, Redis)', () => {
  test.each(LEAD_RULES)('$name', async (rule) => {
    expect(await Stage.look(rule)).toBeUndefined();
  });
});
