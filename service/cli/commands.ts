import { ACCOUNT_COMMANDS } from './account-commands.ts';
import type { Command } from './command.ts';
import { CUSTOMER_COMMANDS } from './customer-commands.ts';
import { DATABASE_COMMANDS } from './database-commands.ts';
import { EVENT_COMMANDS } from './event-commands.ts';
import { LEDGER_COMMANDS } from './ledger-commands.ts';
import { PAGE_COMMANDS } from './page-commands.ts';
import { PAYIN_COMMANDS } from './payin-commands.ts';
import { PAYOUT_COMMANDS } from './payout-commands.ts';
import { PROVIDER_COMMANDS, ROUTE_COMMANDS } from './provider-commands.ts';
import { SETTLEMENT_COMMANDS } from './settlement-command.ts';

export const COMMANDS: readonly Command[] = [
  ...ACCOUNT_COMMANDS,
  ...PROVIDER_COMMANDS,
  ...ROUTE_COMMANDS,
  ...PAYIN_COMMANDS,
  ...PAGE_COMMANDS,
  ...PAYOUT_COMMANDS,
  ...LEDGER_COMMANDS,
  ...SETTLEMENT_COMMANDS,
  ...EVENT_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...DATABASE_COMMANDS,
];

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
