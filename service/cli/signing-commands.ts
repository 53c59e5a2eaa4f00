import { ACTIVATE_SIGNING, DEACTIVATE_SIGNING, ROTATE_SIGNING } from '../acts/signing.ts';
import type { Command } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for the signature of webhooks. */
export const SIGNING_COMMANDS: readonly Command[] = [
  commandOf(ACTIVATE_SIGNING, tellSecret),
  commandOf(ROTATE_SIGNING, tellSecret),
  commandOf(DEACTIVATE_SIGNING, ({ companyId: company }) => ({
    content: { record: { company, signing: 'off' } },
  })),
];

function tellSecret({ companyId: company, secret }: { companyId: string; secret: string }) {
  return {
    content: { record: { company, secret } },
    notes: ['The secret is sealed where it is kept and cannot be shown again.'],
  };
}
