import * as z from 'zod/mini';
import { payerDocumentSchema } from '../../contract/document.ts';
import { mustMatch } from '../../contract/errors/broken-rule.ts';
import { invalidField } from '../base/shared/api-error.ts';
import { hashToken } from '../domain/cards/card-token.ts';
import type { SavedCards } from '../domain/cards/saved-card.ts';
import { ERASED_CUSTOMER, eraseCustomer } from '../domain/upkeep/erase-customer.ts';
import { defineAct, logged, OF_COMPANY, provenChange, unknown, unlogged } from './act.ts';
import { findCompany } from './find-company.ts';
import { COMPANY_ID, optional, plain } from './values.ts';

const TOKEN = plain(
  z.string().check(...mustMatch(/^tok_[\w-]{43}$/, 'begins_with', { prefixes: 'tok_' })),
);

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

export const ERASE_CUSTOMER = defineAct({
  ...provenChange('customer.erase', 'customer erase', 'customers.erase'),
  summary: 'erases the personal data of a customer; ids, amounts and the ledger stay',
  fields: {
    companyId: logged(COMPANY_ID, 'the id of the company whose customer it is'),
    document: unlogged(
      plain(payerDocumentSchema),
      'the CPF or CNPJ of the customer; - reads it from the input',
      { mayBeRead: true },
    ),
  },
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

export const CUSTOMER_ACTS = [DELETE_CARDS, ERASE_CUSTOMER] as const;
