import { payerDocumentSchema } from '../../contract/document.ts';
import { textMatching } from '../../contract/errors/broken-rule.ts';
import { invalidField } from '../base/shared/api-error.ts';
import { hashToken } from '../domain/cards/card-token.ts';
import type { SavedCards } from '../domain/cards/saved-card.ts';
import { ERASED_CUSTOMER, eraseCustomer } from '../domain/upkeep/erase-customer.ts';
import {
  change,
  defineAct,
  logged,
  look,
  OF_COMPANY,
  provenChange,
  unknown,
  unlogged,
} from './act.ts';
import { findCompany } from './find-company.ts';
import { COMPANY_ID, optional, plain } from './values.ts';

const TOKEN = plain(textMatching(/^tok_[\w-]{43}$/, 'begins_with', { prefixes: 'tok_' }));

export const DELETE_CARDS = defineAct({
  ...provenChange('card.delete', 'card delete', 'customers.erase'),
  summary: 'destroys one card on file, or all of a customer',
  fields: {
    ...OF_COMPANY,
    token: unlogged(optional(TOKEN), 'the token of the card; - reads it from the input', {
      mayBeRead: true,
    }),
    document: unlogged(
      optional(plain(payerDocumentSchema)),
      'or the CPF or CNPJ of the customer; - reads it from the input',
      { mayBeRead: true },
    ),
  },
  async run({ companyId, token, document }, { trail, services }) {
    const { db, accounts, cvvs, hash, savedCards } = await services();
    await findCompany(companyId, { accounts });
    if ((token === undefined) === (document === undefined)) {
      throw invalidField('token', 'exactly_one', { of: 'token, document' });
    }
    const cards: SavedCards =
      token !== undefined
        ? { companyId, tokenHash: hashToken(hash, token) }
        : { companyId, customerDocumentHash: hash('customer-document', document ?? '') };
    const deleted = await db.transaction(async (tx) => {
      const hashes = await savedCards.destroy(tx, cards);
      if (hashes.length === 0) throw unknown(token === undefined ? 'document' : 'token');
      await trail.record(tx, { subjects: { cards: hashes.length } });
      return hashes;
    });
    for (const tokenHash of deleted) await cvvs.destroy({ companyId, tokenHash });
    return { companyId, deleted: deleted.length };
  },
});

export const LIST_CARDS_WITHOUT_CONSENT = defineAct({
  ...look('card.list-without-consent', 'card list-without-consent', null),
  summary: 'counts cards on file that their holders were never asked about, by company',
  fields: {},
  async run(_asked, { database, services }) {
    const { savedCards } = await services();
    const counted = [];
    for (const companyId of await database.accounts.listIds()) {
      const cards = await savedCards.countWithoutConsent(companyId);
      if (cards > 0) counted.push({ companyId, cards });
    }
    return counted;
  },
});

export const END_CARDS_WITHOUT_CONSENT = defineAct({
  ...change('card.end-without-consent', 'card end-without-consent', null),
  summary: 'destroys the cards on file that their holders were never asked about',
  fields: OF_COMPANY,
  async run({ companyId }, { trail, services }) {
    const { db, accounts, cvvs, savedCards } = await services();
    await findCompany(companyId, { accounts });
    const ended = await db.transaction(async (tx) => {
      const hashes = await savedCards.destroyWithoutConsent(tx, companyId);
      await trail.record(tx, { subjects: { cards: hashes.length } });
      return hashes;
    });
    for (const tokenHash of ended) await cvvs.destroy({ companyId, tokenHash });
    return { companyId, deleted: ended.length };
  },
});

const OF_CUSTOMER = {
  companyId: logged(COMPANY_ID, 'the id of the company whose customer it is'),
  document: unlogged(
    plain(payerDocumentSchema),
    'the CPF or CNPJ of the customer; - reads it from the input',
    { mayBeRead: true },
  ),
};

export const EXPORT_CUSTOMER = defineAct({
  ...change('customer.export', 'customer export', null),
  summary: 'gives what is kept of a customer: payins, saved cards with their consents, pages',
  fields: OF_CUSTOMER,
  async run({ companyId, document }, { trail, services }) {
    const { db, accounts, erasures, hash } = await services();
    await findCompany(companyId, { accounts });
    return db.transaction(async (tx) => {
      const documentHash = hash('customer-document', document);
      const records = await erasures.collect(tx, { companyId, document }, documentHash);
      await trail.record(tx, { subjects: { records: records.length } });
      return records;
    });
  },
});

export const ERASE_CUSTOMER = defineAct({
  ...provenChange('customer.erase', 'customer erase', 'customers.erase'),
  summary: 'erases the personal data of a customer; ids, amounts and the ledger stay',
  fields: OF_CUSTOMER,
  async run({ companyId, document }, { trail, services: open }) {
    const services = await open();
    await findCompany(companyId, services);
    if (document === ERASED_CUSTOMER.document) throw invalidField('document', 'unusable');
    const erased = await eraseCustomer(
      { companyId, document },
      (tx, counts) => trail.record(tx, { subjects: counts }),
      services,
    );
    return { companyId, erased };
  },
});

export const CUSTOMER_ACTS = [
  DELETE_CARDS,
  LIST_CARDS_WITHOUT_CONSENT,
  END_CARDS_WITHOUT_CONSENT,
  EXPORT_CUSTOMER,
  ERASE_CUSTOMER,
] as const;
