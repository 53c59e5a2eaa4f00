import { invalidField } from '../base/shared/api-error.ts';
import type { Account } from '../domain/accounts/account.ts';
import { isAppOrigin, merchantOriginSchema } from '../domain/accounts/merchant-origin.ts';
import { change, defineAct, logged, OF_COMPANY, provenChange } from './act.ts';
import { changeAccount } from './change-account.ts';
import { listOf, plain } from './values.ts';

const MAX_ORIGINS = 50;

const ORIGIN = plain(merchantOriginSchema);

export const SET_ORIGINS = defineAct({
  ...provenChange('origin.set-all', 'company set-origins', 'companies.manage'),
  summary: 'registers the exact origins whose pages may embed the hosted frame',
  fields: {
    ...OF_COMPANY,
    origins: logged(
      listOf(ORIGIN),
      'such as https://loja.example.com,https://example.com, or none',
    ),
  },
  run: ({ companyId, origins }, context) =>
    changeAccount(companyId, context, (account) => withOrigins(account, origins, 'origins')),
});

export const ADD_ORIGIN = defineAct({
  ...change('origin.add', 'company add-origin', 'origins.manage'),
  summary: 'registers one more origin and leaves the others',
  fields: { ...OF_COMPANY, origin: logged(ORIGIN, 'such as https://loja.example.com') },
  run: ({ companyId, origin }, context) =>
    changeAccount(companyId, context, (account) =>
      withOrigins(account, [...account.origins, origin], 'origin'),
    ),
});

export const REMOVE_ORIGIN = defineAct({
  ...change('origin.remove', 'company remove-origin', 'origins.manage'),
  summary: 'takes one origin away and leaves the others',
  fields: { ...OF_COMPANY, origin: logged(ORIGIN, 'one that is registered') },
  run: ({ companyId, origin }, context) =>
    changeAccount(companyId, context, (account) => {
      if (!account.origins.includes(origin)) throw invalidField('origin', 'unknown');
      return { ...account, origins: account.origins.filter((one) => one !== origin) };
    }),
});

export const ORIGIN_ACTS = [SET_ORIGINS, ADD_ORIGIN, REMOVE_ORIGIN] as const;

function withOrigins(account: Account, given: readonly string[], name: string): Account {
  const origins = [...new Set(given)];
  if (origins.length > MAX_ORIGINS) throw invalidField(name, 'too_many', { max: MAX_ORIGINS });
  // Decision: a page that takes real cards is one nobody could change on its way, as by https or out
  // of an installed app.
  const isSafe = (origin: string) => origin.startsWith('https://') || isAppOrigin(origin);
  if (!account.sandbox && !origins.every(isSafe)) {
    throw invalidField(name, 'url', { schemes: 'https' });
  }
  return { ...account, origins };
}
