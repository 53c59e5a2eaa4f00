export function buildRehearsal(): Promise<void>;
