import type { ChildProcess } from 'node:child_process';

export function ensurePostgres(): { binaries: string } | { reason: string };
export function unprivileged(): { uid: number; gid: number } | null;
export function isReady(child: ChildProcess): Promise<void>;
