import { readFileSync } from 'node:fs';
import { SettingsError } from '../../base/shared/settings-error.ts';
import type { Settings } from '../../settings.ts';

/** The database's files and connections, the listeners, the program itself. */
const OTHER_FILES = 256;

/** How many files this process may have open; null where that is not told, or without limit. */
export function readOpenFilesLimit(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}

/** Throws `SettingsError` at the start, not on the busiest day. */
export function requireOpenFiles(
  { incomingConnections, webhookConnections }: Settings,
  limit: number | null,
): void {
  const incoming = incomingConnections.inAll;
  const outgoing = webhookConnections.inAll;
  const needed = incoming + outgoing + OTHER_FILES;
  if (limit === null || limit >= needed) return;
  throw new SettingsError(
    `The process may have ${limit} files open (ulimit -n) and needs ${needed}: ${incoming} for INCOMING_CONNECTIONS, ${outgoing} for WEBHOOK_CONNECTIONS and ${OTHER_FILES} for the rest.`,
  );
}
