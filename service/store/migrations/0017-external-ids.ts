/** Payins the acquirer has told nothing of had their own id there. */
export const EXTERNAL_IDS: readonly string[] = [
  'UPDATE payins SET external_id = NULL WHERE external_id = id',
];
