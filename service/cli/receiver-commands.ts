import { LIST_RECEIVERS, REMOVE_RECEIVER, SET_RECEIVER } from '../acts/receivers.ts';
import type { Command } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for where the events of an account go whose request names no address. */
export const RECEIVER_COMMANDS: readonly Command[] = [
  commandOf(LIST_RECEIVERS, (rows) => rows),
  commandOf(SET_RECEIVER, ({ companyId: company, type, url }) => ({ company, type, url })),
  commandOf(REMOVE_RECEIVER, ({ companyId: company, type }) => ({ company, type, removed: true })),
];
