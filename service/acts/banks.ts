import type { Bank } from '../../contract/payments/bank.ts';
import { bankSchema } from '../../contract/payments/bank.ts';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import { errorDetail } from '../base/shared/error-detail.ts';
import { withoutSlot } from '../base/shared/work-slot.ts';
import { defineAct, logged, OF_COMPANY, provenChange, unknown } from './act.ts';
import { findCompany } from './find-company.ts';
import { PROVIDER_NAMES } from './provider-values.ts';
import type { KeyedServices } from './services.ts';
import { oneOf } from './values.ts';

const NONE = 'none';

/**
 * Decision: the list is taken from the provider when an operator asks for it and kept until then,
 * so that a shop can show it while the provider does not answer.
 */
export const SET_BANKS = defineAct({
  ...provenChange('company.set-banks', 'company set-banks', 'companies.manage'),
  summary: 'takes the banks that buyers may pay from by open finance, as a provider lists them now',
  fields: {
    ...OF_COMPANY,
    from: logged(
      oneOf([NONE, ...PROVIDER_NAMES]),
      'the provider of open finance, such as efi; or none',
    ),
  },
  async run({ companyId, from }, { trail, services: open }) {
    const services = await open();
    const { db, accounts } = services;
    await findCompany(companyId, services);
    const banks = from === NONE ? [] : await listBanksOf(companyId, from, services);
    await db.transaction(async (tx) => {
      const account = await accounts.findToChange(tx, companyId);
      if (account === null) throw unknown('company');
      await accounts.update(tx, { ...account, traits: { ...account.traits, banks } });
      await trail.record(tx, { subjects: { banks: banks.length } });
    });
    return banks;
  },
});

async function listBanksOf(
  companyId: string,
  from: string,
  services: KeyedServices,
): Promise<Bank[]> {
  const provider = await services.registeredProviders.find(companyId, from);
  if (provider === null) throw unknown('from');
  const { payments } = provider;
  const listBanks = payments?.listBanks;
  if (listBanks === undefined) throw invalidField('from', 'not_supported');
  // Every call of a provider has a deadline of its own.
  const { signal } = new AbortController();
  const asked = withoutSlot(services, () => listBanks.call(payments, signal));
  const banks = await asked.catch(() => {
    throw new ApiError('PROVIDER_ERROR', 'The provider does not tell its banks now; try again.', {
      details: [errorDetail('', 'provider_silent')],
    });
  });
  // One that no page could show would spoil the list for all.
  return banks.filter((bank) => bankSchema.safeParse(bank).success);
}
