import * as z from 'zod/mini';
import { RECEIVED_TYPES } from '../../contract/payments/webhook-event-type.ts';
import { invalidField, invalidFields } from '../base/shared/api-error.ts';
import { toDetail } from '../base/shared/error-detail.ts';
import type { Account } from '../domain/accounts/account.ts';
import { webhookUrlFault } from '../domain/webhooks/webhook-address.ts';
import { defineAct, logged, look, OF_COMPANY, provenChange, unlogged } from './act.ts';
import { changeAccount } from './change-account.ts';
import { findCompany } from './find-company.ts';
import { plain, RECEIVER_URL } from './values.ts';

const TYPE = plain(z.enum(RECEIVED_TYPES));

const OF_TYPE = {
  ...OF_COMPANY,
  type: logged(TYPE, "such as payin.refunded, or a family: 'payin.*' or 'payout.*'"),
};

export const LIST_RECEIVERS = defineAct({
  ...look('receiver.list', 'receiver list', 'webhooks.manage'),
  needsFreshProof: true,
  summary: 'lists where events of each type go that no webhookUrl was given for',
  fields: OF_COMPANY,
  async run({ companyId }, { database }) {
    const { traits } = await findCompany(companyId, database);
    return Object.entries(traits.webhookReceivers).map(([type, url]) => ({ type, url }));
  },
});

export const SET_RECEIVER = defineAct({
  ...provenChange('receiver.set', 'receiver set', 'webhooks.manage'),
  summary: 'says where events of a type go that no webhookUrl was given for',
  fields: { ...OF_TYPE, url: unlogged(RECEIVER_URL, 'the address of the receiver') },
  async run({ companyId, type, url }, context) {
    await changeAccount(companyId, context, (account) => {
      const fault = webhookUrlFault(url, account);
      if (fault !== null) throw invalidFields([toDetail('url', fault)]);
      return withReceivers(account, { ...account.traits.webhookReceivers, [type]: url });
    });
    return { companyId, type, url };
  },
});

export const REMOVE_RECEIVER = defineAct({
  ...provenChange('receiver.remove', 'receiver remove', 'webhooks.manage'),
  summary: 'takes such an address away; events that were made keep theirs',
  fields: OF_TYPE,
  async run({ companyId, type }, context) {
    await changeAccount(companyId, context, (account) => {
      const { [type]: removed, ...others } = account.traits.webhookReceivers;
      if (removed === undefined) throw invalidField('type', 'unknown');
      return withReceivers(account, others);
    });
    return { companyId, type };
  },
});

export const RECEIVER_ACTS = [LIST_RECEIVERS, SET_RECEIVER, REMOVE_RECEIVER] as const;

function withReceivers(account: Account, receivers: Readonly<Record<string, string>>): Account {
  const webhookReceivers = Object.fromEntries(
    RECEIVED_TYPES.flatMap((type) => {
      const url = receivers[type];
      return url === undefined ? [] : [[type, url]];
    }),
  );
  return { ...account, traits: { ...account.traits, webhookReceivers } };
}
