import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../cli/commands.ts';
import { PERMISSION_NAMES } from '../domain/people/roles.ts';
import { ACTS } from './acts.ts';
import { EXPORT_ACTS } from './exports.ts';
import { INVITE_OWNER } from './users.ts';

describe('the table of acts', () => {
  it('has each act once', () => {
    const ids = ACTS.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  });

  it('has a command for each, but for what is done in the dashboard alone', () => {
    const inDashboard = [INVITE_OWNER, ...EXPORT_ACTS].map(({ id }): string => id);
    const acts = ACTS.filter(({ id }) => !inDashboard.includes(id)).map(({ command }) => command);
    expect(acts.toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
  });

  it('asks for a proof and a permission for nothing that the command line alone does', () => {
    const alone = ACTS.filter(({ permission }) => permission === null);
    expect(alone.map(({ command }) => command).toSorted()).toEqual([
      'backup',
      'card end-without-consent',
      'card list-without-consent',
      'customer export',
      'database distribute',
      'kek rotate',
      'payin find',
      'provider prove',
      'provider reconcile',
      'refund record',
      'restore',
      'settlement import',
    ]);
    expect(alone.filter(({ needsFreshProof }) => needsFreshProof)).toEqual([]);
    for (const { permission } of ACTS) {
      if (permission !== null) expect(PERMISSION_NAMES).toContain(permission);
    }
  });
});
