import * as z from 'zod/mini';
import type { Queryable, Statement } from '../base/shared/db.ts';

type Node = {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number | undefined;
  Plans?: Node[] | undefined;
};

const nodeSchema: z.ZodMiniType<Node> = z.object({
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.optional(z.number()),
  Plans: z.optional(z.array(z.lazy(() => nodeSchema))),
});

const planSchema = z.array(z.object({ Plan: nodeSchema }));

/** When a row was made of which there is one a minute. */
export function atMinute(minute: number): Date {
  return new Date(Date.UTC(2027, 0, 1, 0, minute));
}

/** How many rows a statement reads of its tables, by the engine's own count of one run. */
export async function rowsReadBy(statement: Statement, db: Queryable): Promise<number> {
  const [row] = await db.query<{ 'QUERY PLAN': unknown }>({
    name: '',
    text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement.text}`,
    values: statement.values,
  });
  const told = row?.['QUERY PLAN'];
  const plan = typeof told === 'string' ? JSON.parse(told) : told;
  return planSchema.parse(plan).reduce((rows, { Plan }) => rows + scannedBy(Plan), 0);
}

/** What has no nodes below it reads a table or an index. */
function scannedBy(node: Node): number {
  const below = node.Plans ?? [];
  if (below.length > 0) return below.reduce((rows, one) => rows + scannedBy(one), 0);
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return each * node['Actual Loops'];
}
