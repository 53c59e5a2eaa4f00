import * as z from 'zod/mini';
import { payerDocumentSchema } from '../../contract/document.ts';
import { findCompany } from '../acts/find-company.ts';
import { invalidField } from '../base/shared/api-error.ts';
import { hashToken } from '../domain/cards/card-token.ts';
import type { SavedCards } from '../domain/cards/saved-card.ts';
import { ERASED_CUSTOMER, eraseCustomer } from '../domain/upkeep/erase-customer.ts';
import type { Command } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import { companyIdOption, logged, OF_COMPANY, unlogged } from './options.ts';

/** Commands for what is kept of buyers. The log is told how much, never of whom. */
export const CUSTOMER_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'card delete',
    summary: 'destroys one card on file, or all of a customer',
    isAct: true,
    options: {
      company: OF_COMPANY,
      token: unlogged(
        z.optional(
          z.string().check(z.regex(/^tok_[\w-]{43}$/, 'must be the token of a card on file')),
        ),
        'the token of the card; - reads it from the input',
        { mayBeRead: true },
      ),
      document: unlogged(
        z.optional(payerDocumentSchema),
        'or the CPF or CNPJ of the customer; - reads it from the input',
        { mayBeRead: true },
      ),
    },
    async run({ company, token, document }, { trail, services }) {
      const { db, accounts, cvvs, hash, savedCards } = await services();
      await findCompany(company, { accounts });
      if ((token === undefined) === (document === undefined)) {
        throw invalidField('token', 'or --document must be given, not both');
      }
      const cards: SavedCards =
        token !== undefined
          ? { companyId: company, tokenHash: hashToken(hash, token) }
          : { companyId: company, customerDocumentHash: hash('customer-document', document ?? '') };
      const deleted = await db.transaction(async (tx) => {
        const hashes = await savedCards.destroy(tx, cards);
        if (hashes.length === 0) throw unknown(token === undefined ? 'document' : 'token');
        await trail.record(tx, { subjects: { cards: hashes.length } });
        return hashes;
      });
      for (const tokenHash of deleted) await cvvs.destroy({ companyId: company, tokenHash });
      return { content: { record: { company, deleted: deleted.length } } };
    },
  }),
  defineCommand({
    name: 'customer erase',
    summary: 'erases the personal data of a customer; ids, amounts and the ledger stay',
    isAct: true,
    options: {
      company: logged(companyIdOption, 'the id of the company whose customer it is'),
      document: unlogged(
        payerDocumentSchema,
        'the CPF or CNPJ of the customer; - reads it from the input',
        {
          mayBeRead: true,
        },
      ),
    },
    async run({ company, document }, { trail, services: open }) {
      const services = await open();
      await findCompany(company, services);
      if (document === ERASED_CUSTOMER.document) {
        throw invalidField('document', 'is the mark of customers who are erased');
      }
      const erased = await eraseCustomer(
        { companyId: company, document },
        (tx, counts) => trail.record(tx, { subjects: counts }),
        services,
      );
      return {
        content: { record: { company, ...erased } },
        notes: [
          'Copies elsewhere are not reached: backups made before, and what was told by webhook.',
        ],
      };
    },
  }),
];
