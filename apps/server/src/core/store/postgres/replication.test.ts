import { describe, expect, test } from 'vitest';
import { type Replication, StartRefusedError } from '../database.ts';
import { durabilityOf, refuseLooseCommits, standbysWaitedFor } from './replication.ts';

const of = (changes: Partial<Replication>): Replication => ({
  ...{ synchronousCommit: 'on', standbyNames: '', replicas: 0, commitMachines: 1 },
  ...changes,
});

describe('how many replicas a commit waits for', () => {
  test.each([
    ['', 0],
    ['   ', 0],
    ['one', 1],
    ['one, two, three', 1],
    ['*', 1],
    ['2 (one, two, three)', 2],
    ['FIRST 2 (one, two)', 2],
    ['first 1 (one)', 1],
    ['ANY 3 (*)', 3],
    [' any 2(one,two) ', 2],
  ])('%j: %i', (names, count) => {
    expect(standbysWaitedFor(names)).toBe(count);
  });
});

describe('Q13: what is refused', () => {
  test.each([
    [of({ synchronousCommit: 'off' }), 'off'],
    [of({ synchronousCommit: 'local', replicas: 1 }), 'local'],
    [of({ synchronousCommit: 'remote_write', replicas: 1 }), 'remote_write'],
    [of({ synchronousCommit: 'local', standbyNames: 'one' }), 'local'],
    [of({ synchronousCommit: 'remote_write', standbyNames: 'ANY 1 (*)' }), 'remote_write'],
  ])('%j', (replication, named) => {
    expect(() => refuseLooseCommits(replication)).toThrow(StartRefusedError);
    expect(() => refuseLooseCommits(replication)).toThrow(`synchronous_commit = ${named}`);
  });

  test.each([
    of({}),
    of({ synchronousCommit: 'local' }),
    of({ replicas: 2 }),
    of({ synchronousCommit: 'remote_apply', standbyNames: 'one', replicas: 1 }),
  ])('and what is not: %j', (replication) => {
    expect(() => refuseLooseCommits(replication)).not.toThrow();
  });
});

test.each([
  [of({}), '1 machine holds a commit before it is answered'],
  [of({ replicas: 1 }), '; 1 further replica may miss the newest ones'],
  [of({ standbyNames: 'one', replicas: 3, commitMachines: 2 }), '; 2 further replicas may miss'],
  [of({ standbyNames: 'one', replicas: 1, commitMachines: 2 }), '2 machines hold a commit'],
])('the start line of %j says %j', (replication, said) => {
  expect(durabilityOf(replication)).toContain(said);
});
