export function findCitus(
  environment?: NodeJS.ProcessEnv,
): { binaries: string } | { reason: string };
