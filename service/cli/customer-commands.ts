import {
  DELETE_CARDS,
  END_CARDS_WITHOUT_CONSENT,
  ERASE_CUSTOMER,
  EXPORT_CUSTOMER,
  LIST_CARDS_WITHOUT_CONSENT,
} from '../acts/customers.ts';
import type { Command } from './command.ts';
import { commandOf } from './command.ts';

export const CUSTOMER_COMMANDS: readonly Command[] = [
  commandOf(DELETE_CARDS, ({ companyId: company, deleted }) => ({ company, deleted })),
  commandOf(LIST_CARDS_WITHOUT_CONSENT, (counted) =>
    counted.map(({ companyId: company, cards }) => ({ company, cards })),
  ),
  commandOf(END_CARDS_WITHOUT_CONSENT, ({ companyId: company, deleted }) => ({ company, deleted })),
  commandOf(EXPORT_CUSTOMER, (records) =>
    records.map(({ kind, id, at, known }) => ({
      ...{ kind, id, at: at.toISOString(), known: JSON.stringify(known) },
    })),
  ),
  commandOf(
    ERASE_CUSTOMER,
    ({ companyId: company, erased }) => ({ company, ...erased }),
    () => ({
      notes: [
        'Copies elsewhere are not reached: backups made before, and what was told by webhook.',
      ],
    }),
  ),
];
