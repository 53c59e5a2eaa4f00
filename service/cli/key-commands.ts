import * as z from 'zod/mini';
import { findCompany } from '../acts/find-company.ts';
import { invalidField } from '../base/shared/api-error.ts';
import { hashCredential, keyIdOf, newKeyPair } from '../domain/accounts/credential.ts';
import type { Command } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import { logged, OF_COMPANY } from './options.ts';

/** Commands for the key pairs a merchant calls the service with. */
export const KEY_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'key create',
    summary: 'makes a key pair and shows its secret, this once',
    isAct: true,
    options: { company: OF_COMPANY },
    async run({ company }, { trail, services }) {
      const { db, accounts, credentials, hash, randomBytes, now } = await services();
      const account = await findCompany(company, { accounts });
      const pair = newKeyPair(account, randomBytes);
      const hashes = hashCredential(hash, pair);
      const key = keyIdOf(hashes);
      await db.transaction(async (tx) => {
        await credentials.insert(tx, company, hashes, now());
        await trail.record(tx, { subjects: { key } });
      });
      const notes = ['The secret key is kept nowhere and cannot be shown again.'];
      return { content: { record: { key, ...pair } }, notes };
    },
  }),
  defineCommand({
    name: 'key list',
    summary: 'lists the key pairs of an account, without the keys',
    isAct: false,
    options: { company: OF_COMPANY },
    async run({ company }, { services }) {
      const { accounts, credentials } = await services();
      await findCompany(company, { accounts });
      const rows = (await credentials.list(company)).map((credential) => ({
        key: keyIdOf(credential),
        createdAt: credential.createdAt.toISOString(),
        lastUsedAt: credential.lastUsedAt?.toISOString() ?? null,
        revokedAt: credential.revokedAt?.toISOString() ?? null,
      }));
      return { content: { rows } };
    },
  }),
  defineCommand({
    name: 'key revoke',
    summary: 'ends a key pair at once and for ever',
    isAct: true,
    options: {
      company: OF_COMPANY,
      key: logged(
        z.string().check(z.regex(/^key_[0-9a-f]{12}$/, 'must be an id of "key list"')),
        'its id, from "key list"',
      ),
    },
    async run({ company, key }, { trail, services }) {
      const { db, accounts, credentials, now } = await services();
      await findCompany(company, { accounts });
      const found = (await credentials.list(company)).find((one) => keyIdOf(one) === key);
      if (found === undefined) throw unknown('key');
      const at = now();
      await db.transaction(async (tx) => {
        if (!(await credentials.revoke(tx, company, found.publicKeyHash, at))) {
          throw invalidField('key', 'is revoked already');
        }
        await trail.record(tx);
      });
      return { content: { record: { key, revokedAt: at.toISOString() } } };
    },
  }),
];
