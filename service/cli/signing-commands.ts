import { ACTIVATE_SIGNING, DEACTIVATE_SIGNING, ROTATE_SIGNING } from '../acts/signing.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for the signature of webhooks. */
export const SIGNING_COMMANDS: readonly Command[] = [
  commandOf(ACTIVATE_SIGNING, toRecord, tellOnce),
  commandOf(ROTATE_SIGNING, toRecord, tellOnce),
  commandOf(DEACTIVATE_SIGNING, ({ companyId: company }) => ({ company, signing: 'off' })),
];

function toRecord({ companyId: company, secret }: { companyId: string; secret: string }): Row {
  return { company, secret };
}

function tellOnce() {
  return { notes: ['The secret is sealed where it is kept and cannot be shown again.'] };
}
