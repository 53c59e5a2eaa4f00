/** `npm test` sets it: what guards only against the rare is left to `npm run test:all`. */
export const isEveryday = process.env.TEST_EVERYDAY !== undefined;

/** Of a test that guards only against the rare, or that another one stands for in `npm test`. */
export const RARE = 'rare';

/** Of tests that not every machine can run, and what is said where it cannot. */
export const SKIP_REASONS = [
  { name: 'needs-postgres', description: 'needs PostgreSQL' },
  { name: 'needs-root', description: 'needs root, to mount a small disk' },
  { name: 'needs-linux', description: "needs Linux's limits of a process" },
];

export const TEST_TAGS = [
  { name: RARE, description: 'guards only against the rare: npm run test:all' },
  {
    name: 'minutes',
    description: 'builds, installs or starts processes: minutes on a busy machine',
    timeout: 300_000,
  },
  ...SKIP_REASONS,
];
