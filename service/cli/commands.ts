import type { Command } from './command.ts';
import { COMPANY_COMMANDS } from './company-commands.ts';
import { CUSTOMER_COMMANDS } from './customer-commands.ts';
import { DATABASE_COMMANDS } from './database-commands.ts';
import { EVENT_COMMANDS } from './event-commands.ts';
import { KEY_COMMANDS } from './key-commands.ts';
import { LEDGER_COMMANDS } from './ledger-commands.ts';
import { ORPHAN_COMMANDS } from './orphan-commands.ts';
import { PAYIN_COMMANDS } from './payin-commands.ts';
import { PAYOUT_COMMANDS } from './payout-commands.ts';
import { PROVIDER_COMMANDS, ROUTE_COMMANDS } from './provider-commands.ts';
import { RECEIVER_COMMANDS } from './receiver-commands.ts';
import { REFUND_COMMANDS } from './refund-commands.ts';
import { SIGNING_COMMANDS } from './signing-commands.ts';
import { UNDERPAID_COMMANDS } from './underpaid-commands.ts';
import { USER_COMMANDS } from './user-commands.ts';

/** Everything an operator can do, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...COMPANY_COMMANDS,
  ...KEY_COMMANDS,
  ...USER_COMMANDS,
  ...PROVIDER_COMMANDS,
  ...ROUTE_COMMANDS,
  ...PAYIN_COMMANDS,
  ...ORPHAN_COMMANDS,
  ...UNDERPAID_COMMANDS,
  ...REFUND_COMMANDS,
  ...PAYOUT_COMMANDS,
  ...LEDGER_COMMANDS,
  ...SIGNING_COMMANDS,
  ...RECEIVER_COMMANDS,
  ...EVENT_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...DATABASE_COMMANDS,
];

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
