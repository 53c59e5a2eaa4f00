import type { Context } from 'hono';
import type { KeyedHash } from '../base/crypto/keyed-hash.ts';
import type { Account, AccountStore } from '../domain/accounts/account.ts';
import type { Caller } from '../domain/accounts/credential.ts';
import { findCaller, keyIdOf, requireScope, unauthorized } from '../domain/accounts/credential.ts';
import type { KeyUseLog } from '../domain/accounts/key-use.ts';
import type { AppEnv } from '../http/app-env.ts';
import { readCredential } from './credential-headers.ts';
import { scopeOf } from './reference/operation.ts';

const PAIR_WANTED =
  'This call wants the key pair, from your server: Authorization: Basic with base64 of public:secret.';

export type Authenticate = {
  /** 401 but for the pair, 403 for one without the scope of the call. */
  company(c: Context<AppEnv>): Promise<Account>;
  /** Endpoints a browser may call: the public key alone, or the pair. Null: nothing was sent. */
  any(c: Context<AppEnv>): Promise<Caller | null>;
};

export function createAuthenticate(services: {
  accounts: AccountStore;
  hash: KeyedHash;
  addresses: { paymentPageUrl: string };
  keyUse: Pick<KeyUseLog, 'note'>;
}): Authenticate {
  const any = async (c: Context<AppEnv>) => {
    const credential = readCredential(c);
    if (credential === null) return null;
    const caller = await findCaller(credential, services);
    const { companyId } = caller.account;
    c.set('companyId', companyId);
    c.set('caller', {
      companyId,
      keyId: keyIdOf(caller),
      kind: caller.scope === 'company' ? 'server' : 'browser',
    });
    services.keyUse.note(companyId, caller.publicKeyHash);
    return caller;
  };
  return {
    any,
    async company(c) {
      const credential = readCredential(c);
      // Refused before it is looked up: a public key must open nothing here.
      if (credential?.scope !== 'company') throw unauthorized(PAIR_WANTED);
      const caller = await any(c);
      if (caller === null) throw unauthorized();
      requireScope(caller, scopeOf(c.req));
      return caller.account;
    },
  };
}

/** 401 where nothing was sent. */
export async function requireCaller(
  authenticate: Authenticate,
  c: Context<AppEnv>,
): Promise<Account> {
  const caller = await authenticate.any(c);
  if (caller === null) throw unauthorized();
  return caller.account;
}
