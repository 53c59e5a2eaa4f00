import { Secret, TOTP } from 'otpauth';
import { askService, socketPathOf } from '../service/run/socket.ts';
import type { System } from './system.ts';

/** What those who are invited choose. */
export const PASSWORD = 'correct horse battery';

const PERIOD_MS = 30_000;

let invitations = 0;

/** What the service answers to an operator's command. */
export async function command(
  { dataDir }: Pick<System, 'dataDir'>,
  name: string,
  options: Record<string, string>,
) {
  const request = { command: name, options, actor: 'e2e' };
  const answer = await askService(socketPathOf(dataDir), request);
  if (answer === null) throw new Error('the service takes no commands');
  return answer;
}

/** How payouts of the company whose people are published are approved. */
export async function setApproval(
  system: Pick<System, 'dataDir'>,
  mode: 'four-eyes' | 'automatic',
): Promise<void> {
  await command(system, 'company set-payout-approval', { company: 'no3ds', mode });
}

/**
 * Somebody new of that company, by their address and the link that lets them in. Those who are
 * published share one app, and a code counts once.
 */
export async function invite(system: Pick<System, 'dataDir'>, role: 'finance' | 'owner') {
  invitations += 1;
  const email = `nair-${Date.now()}-${invitations}@example.com`;
  const asked = { company: 'no3ds', email, name: 'Nair Melo', role };
  const { content } = await command(system, 'user invite', asked);
  const link = 'record' in content ? content.record.link : null;
  if (typeof link !== 'string') throw new Error('nobody was invited');
  return { email, link };
}

/** The code that an app shows now for the secret that a page has told. */
export function codeOf(secret: string): string {
  return codeAt(secret, Date.now());
}

/** The one after it, which counts as well; the one before may have counted already. */
export function nextCodeOf(secret: string): string {
  return codeAt(secret, Date.now() + PERIOD_MS);
}

function codeAt(secret: string, timestamp: number): string {
  const text = secret.replaceAll(' ', '');
  return new TOTP({ secret: Secret.fromBase32(text) }).generate({ timestamp });
}
