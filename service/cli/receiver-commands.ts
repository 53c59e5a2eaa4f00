import * as z from 'zod/mini';
import { RECEIVED_TYPES } from '../../contract/webhook-event-type.ts';
import { findCompany } from '../acts/find-company.ts';
import { invalidField } from '../base/shared/api-error.ts';
import type { Account } from '../domain/accounts/account.ts';
import { webhookUrlFault } from '../domain/webhooks/webhook-address.ts';
import { changeAccount } from './change-account.ts';
import type { Command } from './command.ts';
import { defineCommand } from './command.ts';
import { logged, OF_COMPANY, unlogged } from './options.ts';

const TYPE = logged(
  z.enum(RECEIVED_TYPES, `must be one of ${RECEIVED_TYPES.join(', ')}`),
  "such as payin.refunded, or a family: 'payin.*' or 'payout.*'",
);

/** Commands for where the events of an account go whose request names no address. */
export const RECEIVER_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'receiver list',
    summary: 'lists where events of each type go that no webhookUrl was given for',
    isAct: false,
    options: { company: OF_COMPANY },
    async run({ company }, { database }) {
      const { traits } = await findCompany(company, database);
      const rows = Object.entries(traits.webhookReceivers).map(([type, url]) => ({ type, url }));
      return { content: { rows } };
    },
  }),
  defineCommand({
    name: 'receiver set',
    summary: 'says where events of a type go that no webhookUrl was given for',
    isAct: true,
    options: {
      company: OF_COMPANY,
      type: TYPE,
      url: unlogged(
        z.string().check(z.maxLength(2048, 'must be at most 2048 characters')),
        'the address of the receiver',
      ),
    },
    async run({ company, type, url }, invocation) {
      await changeAccount(company, invocation, (account) => {
        const fault = webhookUrlFault(url, account);
        if (fault !== null) throw invalidField('url', fault);
        return withReceivers(account, { ...account.traits.webhookReceivers, [type]: url });
      });
      return { content: { record: { company, type, url } } };
    },
  }),
  defineCommand({
    name: 'receiver remove',
    summary: 'takes such an address away; events that were made keep theirs',
    isAct: true,
    options: { company: OF_COMPANY, type: TYPE },
    async run({ company, type }, invocation) {
      await changeAccount(company, invocation, (account) => {
        const { [type]: removed, ...others } = account.traits.webhookReceivers;
        if (removed === undefined) throw invalidField('type', 'has no receiver');
        return withReceivers(account, others);
      });
      return { content: { record: { company, type, removed: true } } };
    },
  }),
];

/** In the order in which types are listed, however they were set. */
function withReceivers(account: Account, receivers: Readonly<Record<string, string>>): Account {
  const webhookReceivers = Object.fromEntries(
    RECEIVED_TYPES.flatMap((type) => {
      const url = receivers[type];
      return url === undefined ? [] : [[type, url]];
    }),
  );
  return { ...account, traits: { ...account.traits, webhookReceivers } };
}
