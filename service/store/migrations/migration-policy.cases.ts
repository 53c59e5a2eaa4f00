import type { Migration } from './migrations.ts';

type Rule = { problem: string; pattern: RegExp };

/** Takes away what the release before may still use: only where a release has gone without it. */
const CONTRACTS: readonly Rule[] = [
  { problem: 'drops a table', pattern: /\bDROP TABLE\b/i },
  { problem: 'drops a column', pattern: /\bDROP COLUMN\b/i },
  { problem: 'drops a constraint', pattern: /\bDROP CONSTRAINT\b/i },
  { problem: 'drops an index', pattern: /\bDROP INDEX\b/i },
];

/** Breaks the release before, or holds a table for as long as it is big. */
const NEVER: readonly Rule[] = [
  { problem: 'renames', pattern: /\bRENAME\b/i },
  { problem: 'changes the type of a column', pattern: /\bALTER COLUMN \w+ (SET DATA )?TYPE\b/i },
  { problem: 'reads a whole table for NOT NULL', pattern: /\bSET NOT NULL\b/i },
  {
    problem: 'adds a column that the release before does not fill',
    pattern: /\bADD COLUMN (?!.*\bDEFAULT\b).*\bNOT NULL\b/i,
  },
  {
    problem: 'adds a column that is worked out row by row',
    pattern: /\bADD COLUMN .*(\bDEFAULT (?!now\(\))[^,]*\(|\bGENERATED\b)/i,
  },
  {
    problem: 'adds a constraint that is checked at once',
    pattern: /\bADD CONSTRAINT (?!.*\bNOT VALID\b)/i,
  },
  {
    problem: 'adds a column with a constraint',
    pattern: /\bADD COLUMN .*\b(UNIQUE|PRIMARY KEY|CHECK|REFERENCES)\b/i,
  },
  {
    problem: 'moves rows in a transaction',
    pattern: /^\s*(WITH|UPDATE|DELETE|INSERT|TRUNCATE)\b/i,
  },
  { problem: 'drops an index while all wait', pattern: /\bDROP INDEX (?!CONCURRENTLY)/i },
];

/**
 * What of a migration breaks the policy, a few words each; none where it may be released: the build
 * of the release before goes on beside it, and nobody waits for it. See `README.md` beside this file.
 * Read by a test. `releases`: the versions that are out.
 */
export function problemsOf({ statements, contracts }: Migration, releases: readonly string[]) {
  const all = statements.map((text) => text.replaceAll(/\s+/g, ' '));
  const made = namesIn(all, /\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/i);
  // What it makes itself it may fill: others only read for it.
  const texts = all.filter(
    (text) => !made.some((table) => text.startsWith(`INSERT INTO ${table} `)),
  );
  const isContract = contracts !== undefined && releases.includes(contracts);
  const rules = isContract ? NEVER : [...NEVER, ...CONTRACTS];
  const found = rules.filter(({ pattern }) => texts.some((text) => pattern.test(text)));
  const indexed = namesIn(
    texts,
    /\bCREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?\w+ ON (\w+)/i,
  );
  const altered = new Set(namesIn(texts, /\bALTER TABLE (?:ONLY )?(\w+)/i));
  const old = [...altered].filter((table) => !made.includes(table));
  return [
    ...found.map(({ problem }) => problem),
    ...(indexed.every((table) => made.includes(table)) ? [] : ['makes an index while all wait']),
    ...(old.length > 1 ? ['holds several tables at once'] : []),
  ];
}

function namesIn(texts: readonly string[], pattern: RegExp): string[] {
  return texts.map((text) => pattern.exec(text)?.[1]).filter((name) => name !== undefined);
}
