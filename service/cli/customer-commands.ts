import { DELETE_CARDS, ERASE_CUSTOMER } from '../acts/customers.ts';
import type { Command } from './command.ts';
import { commandOf } from './command.ts';

export const CUSTOMER_COMMANDS: readonly Command[] = [
  commandOf(DELETE_CARDS, ({ companyId: company, deleted }) => ({ company, deleted })),
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
