export function ensurePostgres(): { binaries: string } | { reason: string };
