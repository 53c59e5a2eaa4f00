import { invalidField } from '../base/shared/api-error.ts';
import { hashCredential, keyIdOf, newKeyPair } from '../domain/accounts/credential.ts';
import { defineAct, logged, look, OF_COMPANY, provenChange, unknown } from './act.ts';
import { findCompany } from './find-company.ts';
import { idOf } from './values.ts';

export const CREATE_KEY = defineAct({
  ...provenChange('key.create', 'key create', 'keys.manage'),
  summary: 'makes a key pair and shows its secret, this once',
  fields: OF_COMPANY,
  async run({ companyId }, { trail, services }) {
    const { db, accounts, credentials, hash, randomBytes, now } = await services();
    const account = await findCompany(companyId, { accounts });
    const pair = newKeyPair(account, randomBytes);
    const hashes = hashCredential(hash, pair);
    const key = keyIdOf(hashes);
    await db.transaction(async (tx) => {
      await credentials.insert(tx, companyId, hashes, now());
      await trail.record(tx, { subjects: { key } });
    });
    return { key, ...pair };
  },
});

export const LIST_KEYS = defineAct({
  ...look('key.list', 'key list', 'keys.manage'),
  summary: 'lists the key pairs of an account, without the keys',
  fields: OF_COMPANY,
  async run({ companyId }, { services }) {
    const { accounts, credentials } = await services();
    await findCompany(companyId, { accounts });
    return credentials.list(companyId);
  },
});

export const REVOKE_KEY = defineAct({
  ...provenChange('key.revoke', 'key revoke', 'keys.manage'),
  summary: 'ends a key pair at once and for ever',
  fields: { ...OF_COMPANY, keyId: logged(idOf('key', '[0-9a-f]{12}'), 'its id, from "key list"') },
  async run({ companyId, keyId: key }, { trail, services }) {
    const { db, accounts, credentials, now } = await services();
    await findCompany(companyId, { accounts });
    const found = (await credentials.list(companyId)).find((one) => keyIdOf(one) === key);
    if (found === undefined) throw unknown('key');
    const revokedAt = now();
    await db.transaction(async (tx) => {
      if (!(await credentials.revoke(tx, companyId, found.publicKeyHash, revokedAt))) {
        throw invalidField('key', 'revoked');
      }
      await trail.record(tx);
    });
    return { key, revokedAt };
  },
});

export const KEY_ACTS = [CREATE_KEY, LIST_KEYS, REVOKE_KEY] as const;
