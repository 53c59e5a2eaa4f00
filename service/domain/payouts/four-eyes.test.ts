import { describe, expect, it } from 'vitest';
import { createAuditLog } from '../../store/tables/audit/audit-log.ts';
import { opened } from '../../testing/opened.ts';
import { statementDatabases } from '../../testing/test-db.ts';
import { accountTraitsSchema } from '../accounts/account.ts';
import { keyIdOf } from '../accounts/credential.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import { fourEyesRule, LET_IN_MS } from './four-eyes.ts';

const NOW = new Date('2030-01-02T12:00:00Z');
const KEYS = [1, 2, 3].map((byte) => ({
  publicKeyHash: new Uint8Array(32).fill(byte),
  createdBy: byte === 3 ? null : 'ana',
  ...{ scopes: [], createdAt: NOW, revokedAt: byte === 2 ? NOW : null, lastUsedAt: null },
}));
const [ANAS_KEY = '', ANAS_OTHER_KEY = '', NOBODYS_KEY = ''] = KEYS.map(keyIdOf);

/** Ana lets Eva in, unless it is said. */
type Act = Pick<AuditEntry, 'actor' | 'action' | 'result'> & { user: string; agoMs: number };
const LAST = LET_IN_MS - 1;

describe.each(statementDatabases())('four eyes on $engine', (database) => {
  const db = opened(database.openMigrated);
  let companies = 0;

  async function ruleOf(asker: string | null, by: string, acts: Partial<Act>[], fourEyes = true) {
    const companyId = `eyes${++companies}`;
    const audit = createAuditLog(db);
    for (const [index, { agoMs = 0, user = 'eva', ...act }] of acts.entries()) {
      const at = new Date(NOW.getTime() - agoMs);
      const entry = { companyId, id: `aud_${index}`, at, subjects: { user }, code: null };
      await audit.append({ actor: 'ana', action: 'user invite', result: 'done', ...act, ...entry });
    }
    const services = { audit, credentials: { list: async () => KEYS }, now: () => NOW };
    const account = { companyId, traits: accountTraitsSchema.parse({ fourEyes }) };
    return fourEyesRule(account, { createdBy: asker }, by, services);
  }

  it.each<[string, string | null, string, Partial<Act>[], string | null]>([
    ['whoever asked', 'ana', 'ana', [], 'own_request'],
    ['the key that asked', ANAS_KEY, ANAS_KEY, [], 'own_request'],
    ['who made the key that asked', ANAS_KEY, 'ana', [], 'own_key'],
    ['who made the key, revoked since', ANAS_OTHER_KEY, 'ana', [], 'own_key'],
    ['another key of the same maker', ANAS_KEY, ANAS_OTHER_KEY, [], 'own_key'],
    ['a key of whoever asked', 'ana', ANAS_KEY, [], 'own_key'],
    ['whom the asker invited', 'ana', 'eva', [{}], 'let_in_by_asker'],
    [
      'whom the asker gave a new link',
      'ana',
      'eva',
      [{ action: 'user renew-invitation' }],
      'let_in_by_asker',
    ],
    [
      'whom the asker gave the role',
      'ana',
      'eva',
      [{ action: 'user set-role' }],
      'let_in_by_asker',
    ],
    ["whom the key's maker invited", ANAS_KEY, 'eva', [{}], 'let_in_by_asker'],
    ['whom the asker invited almost a day ago', 'ana', 'eva', [{ agoMs: LAST }], 'let_in_by_asker'],
    ['whom the asker invited a day ago', 'ana', 'eva', [{ agoMs: LET_IN_MS }], null],
    ['whom the asker was not let invite', 'ana', 'eva', [{ result: 'refused' }], null],
    ['whom the asker removed', 'ana', 'eva', [{ action: 'user remove' }], null],
    ['whom somebody else invited', 'ana', 'eva', [{ actor: 'rui' }], null],
    ['who was there when another was invited', 'ana', 'eva', [{ user: 'rui' }], null],
    ['who invited the asker', 'eva', 'ana', [{}], null],
    ['a person, of what a key of nobody asked for', NOBODYS_KEY, 'ana', [], null],
    ['a person, of what a key asked for that is not there', 'key_0', 'ana', [], null],
    ['anybody, of what is older than its asker is kept', null, 'ana', [], null],
  ])('%s', async (_name, asker, by, acts, rule) => {
    expect(await ruleOf(asker, by, acts)).toBe(rule);
    expect(await ruleOf(asker, by, acts, false)).toBeNull();
  });
});
