export function readCaddyfile(): string;
