import * as z from 'zod/mini';
import type { Bank } from '../../contract/bank.ts';
import { bankSchema } from '../../contract/bank.ts';
import { findCompany } from '../acts/find-company.ts';
import type { KeyedServices } from '../acts/services.ts';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import type { Command } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import { logged, OF_COMPANY } from './options.ts';
import { PROVIDER } from './provider-options.ts';

const NONE = 'none';

/**
 * Where buyers of an account may pay from by open finance. Decision: the list is taken from the
 * provider when an operator asks for it, and kept until they ask again, so that a shop can show it
 * while the provider does not answer.
 */
export const BANK_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'company set-banks',
    summary:
      'takes the banks that buyers may pay from by open finance, as a provider lists them now',
    isAct: true,
    options: {
      company: OF_COMPANY,
      from: logged(
        z.union([z.literal(NONE), PROVIDER.schema], 'must be none, or the name of a provider'),
        'the provider of open finance, such as efi; or none',
      ),
    },
    async run({ company, from }, { trail, services: open }) {
      const services = await open();
      const { db, accounts } = services;
      await findCompany(company, services);
      const banks = from === NONE ? [] : await listBanksOf({ company, from }, services);
      await db.transaction(async (tx) => {
        const account = await accounts.findToChange(tx, company);
        if (account === null) throw unknown('company');
        await accounts.update(tx, { ...account, traits: { ...account.traits, banks } });
        await trail.record(tx, { subjects: { banks: banks.length } });
      });
      return { content: { rows: banks.map(({ id, name }) => ({ bank: id, name })) } };
    },
  }),
];

/** What the provider lists now, by the credentials that payments of the company go by. */
async function listBanksOf(
  { company, from }: { company: string; from: string },
  { registeredProviders }: KeyedServices,
): Promise<Bank[]> {
  const provider = await registeredProviders.find(company, from);
  if (provider === null) throw unknown('from');
  const { payments } = provider;
  const listBanks = payments?.listBanks;
  if (listBanks === undefined) throw invalidField('from', 'has no list of banks');
  // Every call of a provider has a deadline of its own.
  const asked = listBanks.call(payments, new AbortController().signal);
  const banks = await asked.catch(() => {
    throw new ApiError('PROVIDER_ERROR', 'The provider does not tell its banks now; try again.');
  });
  // One that no page could show would spoil the list for all.
  return banks.filter((bank) => bankSchema.safeParse(bank).success);
}
