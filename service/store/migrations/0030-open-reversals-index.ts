/** For counting what is not given back yet without reading what was. */
export const OPEN_REVERSALS_INDEX: readonly string[] = [
  `CREATE INDEX CONCURRENTLY reversals_open ON reversals (company_id, begun_at)
    WHERE done_at IS NULL`,
];
