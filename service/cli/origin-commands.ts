import { invalidField } from '../base/shared/api-error.ts';
import type { Account } from '../domain/accounts/account.ts';
import { merchantOriginSchema } from '../domain/accounts/merchant-origin.ts';
import { changeAccount } from './change-account.ts';
import type { Command } from './command.ts';
import { defineCommand } from './command.ts';
import { listOption, logged, OF_COMPANY } from './options.ts';

const MAX_ORIGINS = 50;

/** Commands for the origins whose pages may embed the hosted frame. */
export const ORIGIN_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'company set-origins',
    summary: 'registers the exact origins whose pages may embed the hosted frame',
    isAct: true,
    options: {
      company: OF_COMPANY,
      origins: logged(
        listOption(merchantOriginSchema),
        'such as https://loja.example.com,https://example.com, or none',
      ),
    },
    run: ({ company, origins }, invocation) =>
      changeAccount(company, invocation, (account) => withOrigins(account, origins, 'origins')),
  }),
  defineCommand({
    name: 'company add-origin',
    summary: 'registers one more origin and leaves the others',
    isAct: true,
    options: {
      company: OF_COMPANY,
      origin: logged(merchantOriginSchema, 'such as https://loja.example.com'),
    },
    run: ({ company, origin }, invocation) =>
      changeAccount(company, invocation, (account) =>
        withOrigins(account, [...account.origins, origin], 'origin'),
      ),
  }),
  defineCommand({
    name: 'company remove-origin',
    summary: 'takes one origin away and leaves the others',
    isAct: true,
    options: {
      company: OF_COMPANY,
      origin: logged(merchantOriginSchema, 'one that is registered'),
    },
    run: ({ company, origin }, invocation) =>
      changeAccount(company, invocation, (account) => {
        if (!account.origins.includes(origin)) throw invalidField('origin', 'is not registered');
        return { ...account, origins: account.origins.filter((one) => one !== origin) };
      }),
  }),
];

function withOrigins(account: Account, given: readonly string[], option: string): Account {
  const origins = [...new Set(given)];
  if (origins.length > MAX_ORIGINS) throw invalidField(option, `must be at most ${MAX_ORIGINS}`);
  // Decision: a page that takes real cards is one nobody could change on its way.
  if (!account.sandbox && !origins.every((origin) => origin.startsWith('https://'))) {
    throw invalidField(option, 'must be https outside the sandbox');
  }
  return { ...account, origins };
}
